/** Keys of Parley, wherever they come from. */
const keyShape = /(sk-(?:svc|sys)-)[\w.-]+/g

/** Takes a key out of what is about to be printed. */
export function withoutKeys(text: string, key: string): string {
  const without = key.length > 0 ? text.replaceAll(key, '…') : text
  return without.replace(keyShape, '$1…')
}
