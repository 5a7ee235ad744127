/** Every string in a JSON value, walked without recursion so that nesting cannot exhaust the stack. */
export function collectStrings(value: unknown): string[] {
  const found: string[] = []
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') found.push(one)
    else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) left.push(inner)
  }
  return found
}
