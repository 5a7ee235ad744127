/** Matches any Parley key. Its first five letters identify a key and are not secret, so a match needs at least six. */
const keyShape = /(sk-(?:svc|sys)-)[\w.-]{6,}/g

/** Redacts keys from text that is about to be printed. */
export function redactKeys(text: string, key: string): string {
  const without = key.length > 0 ? text.replaceAll(key, '…') : text
  return without.replace(keyShape, '$1…')
}
