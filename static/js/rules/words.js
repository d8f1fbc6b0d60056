/* Messages by id. The texts come with the rule set, from the same files as the server's. */

/** `say(key, values)` for the messages `{id: text with {name}s}`. */
export const speaker = (messages) => (key, values) => {
  if (!(key in messages)) throw new Error(`no message ${key}`);
  return messages[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
};
