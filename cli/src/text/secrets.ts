/** Keys of Parley, wherever they come from; their first five letters tell one from another, and are no secret. */
const keyShape = /(sk-(?:svc|sys)-)[\w.-]{6,}/g

/** Takes a key out of what is about to be printed. */
export function redactKeys(text: string, key: string): string {
  const without = key.length > 0 ? text.replaceAll(key, '…') : text
  return without.replace(keyShape, '$1…')
}
