/** Resolves to the value of a promise, or to undefined once a time in milliseconds has passed. */
export async function within<T>(time: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => timer = setTimeout(() => done(undefined), time));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
