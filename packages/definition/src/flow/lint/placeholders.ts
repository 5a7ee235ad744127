import type { PathSegment } from '@parley/findings'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowStep } from '../steps/index.ts'

type WrittenText = { path: PathSegment[]; text: string }

/** Two braces start no slot, whatever they contain. */
const doubled = /\{\{\s*([^{}\r\n]*?)\s*\}\}/g
/** How other programs write a placeholder; prose may contain these too, so only the name of a slot makes one. */
const foreign = /<\s*([^<>\s]+)\s*>|%([^%\s]+)%|(?<!\[)\[\s*([^[\]\s|:]+)\s*\](?!\])/g

/** Reports placeholders that would be sent as they are written, such as `{{size}}` instead of `{size}`. */
export function lintPlaceholders({ slots, steps }: AgentFlow): FlowFault[] {
  const names = new Set(slots.map(({ name }) => name))
  const prompts = slots.flatMap(({ prompt }, at): WrittenText[] =>
    prompt === undefined ? [] : [{ path: ['slots', at, 'prompt'], text: prompt }],
  )
  const texts = steps.flatMap((step, at) =>
    listTexts(step).map(({ path, text }): WrittenText => ({ path: ['steps', at, ...path], text })),
  )
  return [...prompts, ...texts].flatMap(({ path, text }) =>
    findMisspelled(text, names).map(([written, name]) => ({
      severity: 'warning',
      code: 'flow.placeholder.form',
      path,
      message: `contains ${written}, which is sent as it is; write {${name}} to fill in the value`,
    })),
  )
}

/** Returns each placeholder once, as it is written and by its name. */
function findMisspelled(text: string, names: ReadonlySet<string>): [written: string, name: string][] {
  const found = new Map<string, string>()
  for (const [written, name = ''] of text.matchAll(doubled)) if (name !== '') found.set(written, name)
  for (const [written, ...groups] of text.matchAll(foreign)) {
    const name = groups.find((group) => group !== undefined) ?? ''
    if (names.has(name)) found.set(written, name)
  }
  return [...found]
}

function listTexts(step: FlowStep): WrittenText[] {
  if ('say' in step) {
    if (typeof step.say === 'string') return [{ path: ['say'], text: step.say }]
    const { text, suggestions = [] } = step.say
    return [
      { path: ['say', 'text'], text },
      ...suggestions.map((suggestion, at) => ({ path: ['say', 'suggestions', at], text: suggestion })),
    ]
  }
  if (!('action' in step)) return []
  const values = Object.entries(step.with ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ path: ['with', key], text: value }] : [],
  )
  return step.confirm === undefined ? values : [...values, { path: ['confirm'], text: step.confirm }]
}
