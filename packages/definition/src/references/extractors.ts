import { listAmlReferences } from '@parley/amf'
import type { PathSegment } from '@parley/findings'
import type { AgentFlow } from '../flow/index.ts'
import { listFlowReferences } from '../flow/index.ts'
import type { GoalAssignment } from '../goals.ts'
import { listTemplateReferences } from '../message-templates/references.ts'
import { parseCustomFieldPath } from '../people-fields.ts'
import type { ReferenceSite, TargetKind } from './reference.ts'

/** Extracts from an item the sites where it references something. */
export type ReferenceExtractor<Item> = (item: Item) => ReferenceSite[]

/** An id in a field, possibly nested: `followUp.templateId`. */
export function extractId<Item>(path: string, to: TargetKind, code: string): ReferenceExtractor<Item> {
  const segments = path.split('.')
  return (item) => {
    const id = valueAt(item, segments)
    return typeof id === 'string' ? [{ to, id, path: segments, code, mustExist: true }] : []
  }
}

export function extractIds<Item>(path: string, to: TargetKind, code: string): ReferenceExtractor<Item> {
  const segments = path.split('.')
  return (item) => {
    const ids = (valueAt(item, segments) ?? []) as string[]
    return ids.map((id, index) => ({ to, id, path: [...segments, index], code, mustExist: true }))
  }
}

/** `uses`: a capability name, or `integration:<id>`. */
export function extractUses<Item extends { uses: string[] }>(code: string): ReferenceExtractor<Item> {
  return ({ uses }) =>
    uses.map((use, index): ReferenceSite => {
      const integration = /^integration:(.+)$/s.exec(use)?.[1]
      const to = integration === undefined ? 'capability' : 'integration'
      return { to, id: integration ?? use, path: ['uses', index], code, mustExist: true }
    })
}

/** A Goal assignment with its condition and its `then` target. */
export function extractAssignment<Item>(field: string, prefix: string): ReferenceExtractor<Item> {
  return (item) => {
    const assignment = valueAt(item, [field]) as GoalAssignment | undefined
    if (!assignment) return []
    const named: ReferenceSite[] = [
      { to: 'goal', id: assignment.goalId, path: [field, 'goalId'], code: `${prefix}.goal.unknown`, mustExist: true },
    ]
    if (assignment.then !== undefined) {
      named.push({
        to: 'goal',
        id: assignment.then,
        path: [field, 'then'],
        code: `${prefix}.goal.unknown`,
        mustExist: true,
      })
    }
    const custom = assignment.unless && parseCustomFieldPath(assignment.unless.field)
    if (custom !== undefined) {
      const path = [field, 'unless', 'field']
      named.push({ to: 'peopleField', id: custom, path, code: `${prefix}.field.unknown`, mustExist: false })
    }
    return named
  }
}

const markerTargets = { template: 'template', thing: 'thing', collection: 'collection', image: 'media' } as const

/** The markers of a text: `[[template: …]]`, `[[things: …]]`, `[[collection: …]]`, and `image:<id>` anywhere. */
export function extractMarkers(text: string, path: PathSegment[], prefix: string): ReferenceSite[] {
  const marked = text.includes('[[') ? listAmlReferences(text).filter(({ kind }) => kind !== 'image') : []
  const named = (to: TargetKind, id: string): ReferenceSite => ({
    to,
    id,
    path,
    code: `${prefix}.${to}.unknown`,
    mustExist: false,
  })
  return [
    ...marked.map(({ kind, id }) => named(markerTargets[kind], id)),
    ...findImages(text).map((id) => named('media', id)),
  ]
}

/** A referenced image must stay, whether it is named inside a marker or outside. */
function findImages(text: string): string[] {
  if (!text.includes('image:')) return []
  return [...new Set([...text.matchAll(/(?<![\w-])image:([\w-]{1,80})/g)].map(([, id = '']) => id))]
}

export function extractTextMarkers<Item>(field: keyof Item & string, prefix: string): ReferenceExtractor<Item> {
  return (item) => extractMarkers(String(item[field] ?? ''), [field], prefix)
}

/** The markers of a template, and the People fields that its slots read. */
export function extractTemplate<Item extends { body: string }>(): ReferenceExtractor<Item> {
  const named = (to: TargetKind, id: string, word: string = to): ReferenceSite => {
    return { to, id, path: ['body'], code: `template.${word}.unknown`, mustExist: false }
  }
  return ({ body }) => [
    ...listTemplateReferences(body).flatMap(({ kind, id }): ReferenceSite[] => {
      if (kind === 'image') return []
      return [kind === 'peopleField' ? named(kind, id, 'field') : named(markerTargets[kind], id)]
    }),
    ...findImages(body).map((id) => named('media', id)),
  ]
}

/** The references of a flow's steps and slots, including markers in its texts. */
export function extractFlow<Item extends { flow?: AgentFlow | undefined }>(): ReferenceExtractor<Item> {
  return ({ flow }) => {
    if (!flow) return []
    const named = listFlowReferences(flow).map(({ kind, id, path, code }): ReferenceSite => {
      return { to: kind, id, path: ['flow', ...path], code, mustExist: kind !== 'peopleField' }
    })
    const texts = [...flow.slots.flatMap(slotTexts), ...flow.steps.flatMap(stepTexts)]
    return [...named, ...texts.flatMap(({ text, path }) => extractMarkers(text, ['flow', ...path], 'flow'))]
  }
}

/** Text sent verbatim: prompts, messages, confirmations before an action. */
type FlowText = { text: string; path: PathSegment[] }

function slotTexts({ prompt }: AgentFlow['slots'][number], index: number): FlowText[] {
  return prompt === undefined ? [] : [{ text: prompt, path: ['slots', index, 'prompt'] }]
}

function stepTexts(step: AgentFlow['steps'][number], index: number): FlowText[] {
  const path = ['steps', index]
  if ('say' in step) {
    return typeof step.say === 'string'
      ? [{ text: step.say, path: [...path, 'say'] }]
      : [{ text: step.say.text, path: [...path, 'say', 'text'] }]
  }
  return 'confirm' in step && step.confirm ? [{ text: step.confirm, path: [...path, 'confirm'] }] : []
}

type Examples = { examples?: { content: string }[][] | undefined }

export function extractExamples<Item extends Examples>(prefix: string): ReferenceExtractor<Item> {
  return ({ examples = [] }) =>
    examples.flatMap((lines, at) =>
      lines.flatMap(({ content }, line) => extractMarkers(content, ['examples', at, line, 'content'], prefix)),
    )
}

function valueAt(item: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], item)
}
