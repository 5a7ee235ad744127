import { referencesIn } from '@parley/amf'
import type { PathSegment } from '@parley/findings'
import type { AgentFlow } from '../flow/index.ts'
import { flowReferences } from '../flow/index.ts'
import type { GoalAssignment } from '../goals.ts'
import { templateReferences } from '../message-templates/references.ts'
import { customFieldOf } from '../people-fields.ts'
import type { Named, TargetKind } from './reference.ts'

/** The forms in which one thing names another. Each makes of an item the places where it does. */
export type Places<Item> = (item: Item) => Named[]

/** An id in a field, which may lie deeper: `followUp.templateId`. */
export function idAt<Item>(path: string, to: TargetKind, code: string): Places<Item> {
  const segments = path.split('.')
  return (item) => {
    const id = valueAt(item, segments)
    return typeof id === 'string' ? [{ to, id, path: segments, code, firm: true }] : []
  }
}

export function idsAt<Item>(path: string, to: TargetKind, code: string): Places<Item> {
  const segments = path.split('.')
  return (item) => {
    const ids = (valueAt(item, segments) ?? []) as string[]
    return ids.map((id, index) => ({ to, id, path: [...segments, index], code, firm: true }))
  }
}

/** `uses`: a word of the vocabulary, or `integration:<id>`. */
export function usesAt<Item extends { uses: string[] }>(code: string): Places<Item> {
  return ({ uses }) =>
    uses.map((use, index): Named => {
      const integration = /^integration:(.+)$/s.exec(use)?.[1]
      const to = integration === undefined ? 'capability' : 'integration'
      return { to, id: integration ?? use, path: ['uses', index], code, firm: true }
    })
}

/** A Goal assignment with its condition and what it turns to. */
export function assignmentAt<Item>(field: string, prefix: string): Places<Item> {
  return (item) => {
    const assignment = valueAt(item, [field]) as GoalAssignment | undefined
    if (!assignment) return []
    const named: Named[] = [
      { to: 'goal', id: assignment.goalId, path: [field, 'goalId'], code: `${prefix}.goal.unknown`, firm: true },
    ]
    if (assignment.then !== undefined) {
      named.push({ to: 'goal', id: assignment.then, path: [field, 'then'], code: `${prefix}.goal.unknown`, firm: true })
    }
    const custom = assignment.unless && customFieldOf(assignment.unless.field)
    if (custom !== undefined) {
      const path = [field, 'unless', 'field']
      named.push({ to: 'peopleField', id: custom, path, code: `${prefix}.field.unknown`, firm: false })
    }
    return named
  }
}

const markerTargets = { template: 'template', thing: 'thing', collection: 'collection', image: 'media' } as const

/** The markers of a text: `[[template: …]]`, `[[things: …]]`, `[[collection: …]]`, `image:<id>`. */
export function markersIn(text: string, path: PathSegment[], prefix: string): Named[] {
  if (!text.includes('[[')) return []
  return referencesIn(text).map(({ kind, id }): Named => {
    const to = markerTargets[kind]
    return { to, id, path, code: `${prefix}.${to}.unknown`, firm: false }
  })
}

export function textAt<Item>(field: keyof Item & string, prefix: string): Places<Item> {
  return (item) => markersIn(String(item[field] ?? ''), [field], prefix)
}

/** The markers of a template, and the People fields that its slots read. */
export function templateAt<Item extends { body: string }>(): Places<Item> {
  return ({ body }) =>
    templateReferences(body).map(({ kind, id }): Named => {
      const to = kind === 'peopleField' ? kind : markerTargets[kind]
      const code = kind === 'peopleField' ? 'template.field.unknown' : `template.${to}.unknown`
      return { to, id, path: ['body'], code, firm: false }
    })
}

/** What the steps and slots of a flow name; the texts that it says may hold markers too. */
export function flowAt<Item extends { flow?: AgentFlow | undefined }>(): Places<Item> {
  return ({ flow }) => {
    if (!flow) return []
    const named = flowReferences(flow).map(({ kind, id, path, code }): Named => {
      return { to: kind, id, path: ['flow', ...path], code, firm: kind !== 'peopleField' }
    })
    return [...named, ...flow.steps.flatMap(saidMarkers)]
  }
}

function saidMarkers(step: AgentFlow['steps'][number], index: number): Named[] {
  if (!('say' in step)) return []
  const path = ['flow', 'steps', index, 'say']
  return typeof step.say === 'string'
    ? markersIn(step.say, path, 'flow')
    : markersIn(step.say.text, [...path, 'text'], 'flow')
}

function valueAt(item: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], item)
}
