import type { Finding } from '@parley/findings'
import {
  createErrorFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  isJsonObject,
  type JsonNode,
  listItems,
} from '../json-node.ts'
import type { AgentVocabulary } from './known.ts'
import type { LintRule } from './rule.ts'

export const lintStart: LintRule = (document, vocabulary) => {
  const start = getChild(document, 'scenario', 'start')
  return [
    ...lintOutreach(getChild(start, 'outreach'), vocabulary),
    ...lintResume(getChild(start, 'resume', 'activePlaybook'), vocabulary),
    ...lintReminder(getChild(start, 'reminder'), getChild(document, 'scenario', 'appointments')),
  ]
}

function lintOutreach(outreach: JsonNode, { outreaches }: AgentVocabulary): Finding[] {
  if (!isJsonObject(outreach.value)) return []
  const place = getChild(outreach, 'outreachId')
  const id = getNonBlankText(place)
  if (id === undefined) {
    if (place.value !== undefined && typeof place.value !== 'string') return []
    return [
      createErrorFinding(
        outreach,
        'case.start.outreach.missing',
        'must name the Outreach that it starts with: outreachId',
      ),
    ]
  }
  return outreaches.has(id)
    ? []
    : [createErrorFinding(place, 'case.start.outreach.unknown', 'names no Outreach of the agent')]
}

function lintResume(place: JsonNode, { playbooks }: AgentVocabulary): Finding[] {
  const id = getNonBlankText(place)
  if (id === undefined || playbooks.has(id)) return []
  return [createErrorFinding(place, 'case.start.resume.playbook-unknown', 'names no playbook of the agent')]
}

function lintReminder(reminder: JsonNode, appointments: JsonNode): Finding[] {
  if (reminder.value !== true || listItems(appointments).some(canBeRemindedOf)) return []
  const message = 'starts with a reminder, and no appointment is still to come'
  return [createWarningFinding(reminder, 'case.start.reminder.no-appointment', message)]
}

function canBeRemindedOf(appointment: JsonNode): boolean {
  const { value: status = 'scheduled' } = getChild(appointment, 'status')
  return status === 'scheduled' && getNonBlankText(getChild(appointment, 'startsIn'))?.startsWith('-') === false
}
