/** Sets the clock of the program that it is loaded before, by the milliseconds in `CLOCK_AHEAD`. */
const now = Date.now;
const ahead = Number(Deno.env.get("CLOCK_AHEAD"));
Date.now = () => now() + ahead;
