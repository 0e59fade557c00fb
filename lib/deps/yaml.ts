/**
 * YAML: js-yaml's event stream, which keeps source offsets.
 * @module
 */
export {
  COLLECTION_STYLE,
  type Event as YamlEvent,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "npm:js-yaml@5.5.0";
