/** Builds the AML of parts that members insert through forms. */

const line = (text: string) => text.replace(/\s+/g, ' ').trim()
/** Fields are separated by bars, and a marker ends with brackets. */
const field = (text: string) =>
  line(text)
    .replace(/[|[\]]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
const rows = (text: string) =>
  text
    .split('\n')
    .map(field)
    .filter((row) => row !== '')

export const toChipsAml = (labels: string): string => {
  const chips = rows(labels)
  return chips.length === 0 ? '' : `[[chips: ${chips.join(' | ')}]]`
}

export type CardFields = { title: string; description: string; image: string; chips: string }

export function toCardAml({ title, description, image, chips }: CardFields): string {
  const lines = [
    `[[card: ${field(title)}`,
    ...(description.trim() ? [`description = ${field(description)}`] : []),
    ...(image.trim() ? [`image = ${field(image)}`] : []),
    ...(rows(chips).length > 0 ? [`chips = ${rows(chips).join(' | ')}`] : []),
    ']]',
  ]
  return lines.join('\n')
}

export function toMediaAml({ url, name, caption }: { url: string; name: string; caption: string }): string {
  const fields = [url, field(name), field(caption)]
  return `[[media: ${(fields[2] ? fields : fields.slice(0, 2)).join(' | ')}]]`
}

/** Text with a part in it, each on lines of its own. */
export function appendPart(text: string, part: string): string {
  if (part === '') return text
  return text.trim() === '' ? part : `${text.trimEnd()}\n\n${part}`
}

/** The word after a slash at the start of the text, which searches saved replies. */
export function readSlashQuery(text: string): string | undefined {
  return /^\/([\p{L}\p{N}_-]*)$/u.exec(text)?.[1]?.toLowerCase()
}

type Reply = { id: string; title: string; shortcut?: string; aml: string }

/** Replies whose shortcut begins with the query come first. */
export function findReplies<T extends Reply>(replies: readonly T[], query: string): T[] {
  const rank = ({ shortcut = '', title }: Reply) => {
    if (shortcut.toLowerCase().startsWith(query)) return 0
    return title.toLowerCase().includes(query) ? 1 : 2
  }
  return replies
    .filter((reply) => rank(reply) < 2)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 20)
}
