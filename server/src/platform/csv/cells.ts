/** How cells of a CSV file are read that hold one of a few words. */

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

export const normalizeWord = (cell: string): string => cell.normalize('NFC').trim().toLowerCase()

/** Words for yes and no in English, German, French, Spanish, Italian and Portuguese, and what spreadsheets write. */
const yes = wordSet(`yes y true t 1 on x ja j wahr oui o vrai si sí s verdadero vero sim verdadeiro ✓ ✔ ☑`)
const no = wordSet(`no n false f 0 off nein falsch non faux falso não nao ✗ ✘ ☐`)

/** Reads a cell as yes or no; undefined if it is neither. */
export function readBoolean(cell: string): boolean | undefined {
  const word = normalizeWord(cell)
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}
