// Values as short texts.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time of day of a moment in milliseconds, with the date unless it is today. */
export function moment(milliseconds) {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? clock.format(date) : day.format(date);
}

/** The date and time of a moment in milliseconds. */
export function fullMoment(milliseconds) {
  return day.format(new Date(milliseconds));
}

/** A duration in milliseconds, as in "340 ms", "2.4 s" and "3 min 5 s". */
export function duration(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A value of JSON on one line; a text is shown without quotes. */
export function inline(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value of JSON over several lines. */
export function block(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Parameters as in "query=fern"; those without a value are left out. */
export function parameters(given) {
  const pairs = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== false);
  return pairs.map(([name, value]) => `${name}=${inline(value)}`).join(" ");
}

/** An address without its scheme. */
export function shortAddress(address) {
  return (address ?? "").replace(/^https?:\/\//, "").replace(/\/$/, "");
}
