/** What a person has typed, from what Slack has made of it: `&lt;`, `<https://example.com|example.com>`, `<#C1|general>`. */
export function decodeSlackText(text: string): string {
  return text
    .replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, decodeMention)
    .replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function decodeMention(_whole: string, target: string, label: string | undefined): string {
  const mark = target.charAt(0)
  if (mark === '@' || mark === '#') return mark + (label || target.slice(1))
  if (mark === '!') return label || `@${target.slice(1).split('^')[0]}`
  return target.replace(/^(mailto|tel):/, '')
}
