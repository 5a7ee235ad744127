import type { Checks } from '../expect.ts'
import type { CaseObservation, CheckVerdict } from '../observed.ts'
import {
  createVerdict,
  createVerdicts,
  describeObservedTurn,
  formatQuantity,
  isPersonTurn,
  joinQuoted,
  quoteShort,
} from './verdict.ts'

/** Checks on the agent's conduct: what it called and recorded, its current state, its cost. */

/** A single check, because the order matters. */
export function outcomes(wanted: NonNullable<Checks['outcomes']>, { turns }: CaseObservation): CheckVerdict[] {
  const reached = turns.flatMap((turn) => turn.outcomes)
  const pass = reached.length === wanted.length && reached.every((outcome, at) => outcome === wanted[at])
  const fact = reached.length > 0 ? `The outcomes were ${joinQuoted(reached)}` : 'No outcome was recorded'
  const instead = wanted.length > 0 ? `${joinQuoted(wanted)} was expected, in this order` : 'none was expected'
  return createVerdict('outcomes', { pass, detail: pass ? `${fact}.` : `${fact}; ${instead}.` })
}

export function activePlaybookAtEnd(wanted: string, { activePlaybook }: CaseObservation): CheckVerdict[] {
  const pass = activePlaybook === wanted
  const fact = activePlaybook === undefined ? 'No playbook is' : `The playbook ${quoteShort(activePlaybook)} is`
  const detail = pass ? `${fact} active at the end.` : `${fact} active at the end, not ${quoteShort(wanted)}.`
  return createVerdict('activePlaybookAtEnd', { pass, detail })
}

/** Refused calls do not count. */
function callsOf({ turns }: CaseObservation): Map<string, number> {
  const calls = new Map<string, number>()
  for (const { name, called } of turns.flatMap(({ toolCalls }) => toolCalls))
    if (called) calls.set(name, (calls.get(name) ?? 0) + 1)
  return calls
}

export function toolsCalled(wanted: NonNullable<Checks['toolsCalled']>, observed: CaseObservation): CheckVerdict[] {
  const calls = callsOf(observed)
  return createVerdicts('toolsCalled', Object.keys(wanted), (name) => {
    const count = calls.get(name) ?? 0
    const pass = count === wanted[name]
    const fact = `${quoteShort(name)} was called ${formatQuantity(count, 'time')}`
    return { pass, detail: pass ? `${fact}.` : `${fact}, not ${wanted[name]}. ${othersCalled(calls)}` }
  })
}

export function toolsNotCalled(
  names: NonNullable<Checks['toolsNotCalled']>,
  observed: CaseObservation,
): CheckVerdict[] {
  const calls = callsOf(observed)
  return createVerdicts('toolsNotCalled', names, (name) => {
    const count = calls.get(name) ?? 0
    if (count === 0) return { pass: true, detail: `${quoteShort(name)} was not called.` }
    return {
      pass: false,
      detail: `${quoteShort(name)} must not be called, but was called ${formatQuantity(count, 'time')}.`,
    }
  })
}

function othersCalled(calls: Map<string, number>): string {
  return calls.size > 0 ? `Tools called: ${joinQuoted([...calls.keys()])}.` : 'No tools were called.'
}

export function noWarnings(wanted: boolean, { turns }: CaseObservation): CheckVerdict[] {
  const warned = turns.find(({ warnings }) => warnings.length > 0)
  const pass = (warned === undefined) === wanted
  const fact = warned
    ? `There is a warning in ${describeObservedTurn(warned)}: ${quoteShort(warned.warnings[0] ?? '', 150)}`
    : 'No warnings'
  return createVerdict('noWarnings', { pass, detail: pass || warned ? `${fact}.` : `${fact}; one was expected.` })
}

export function maxModelCallsPerTurn(most: number, { turns }: CaseObservation): CheckVerdict[] {
  const top = turns.reduce<CaseObservation['turns'][number] | undefined>(
    (highest, turn) => (turn.modelCalls > (highest?.modelCalls ?? -1) ? turn : highest),
    undefined,
  )
  if (!top) return createVerdict('maxModelCallsPerTurn', { pass: true, detail: 'There was no turn.' })
  const fact = `The model was called ${formatQuantity(top.modelCalls, 'time')} in ${describeObservedTurn(top)}`
  const pass = top.modelCalls <= most
  return createVerdict('maxModelCallsPerTurn', {
    pass,
    detail: `${fact}; at most ${most} ${pass ? 'are' : 'were'} allowed.`,
  })
}

export function maxTurnsToOutcome(most: number, { turns }: CaseObservation): CheckVerdict[] {
  const reachedAt = turns.findIndex((turn) => turn.outcomes.length > 0)
  const needed = `within ${formatQuantity(most, 'turn')}`
  if (reachedAt < 0)
    return createVerdict('maxTurnsToOutcome', {
      pass: false,
      detail: `No outcome was reached; one was expected ${needed}.`,
    })
  const turnCount = turns.slice(0, reachedAt + 1).filter(isPersonTurn).length
  const fact = `${quoteShort(turns[reachedAt]?.outcomes[0] ?? '')} was reached after ${formatQuantity(turnCount, 'turn')} by the person`
  const pass = turnCount <= most
  return createVerdict('maxTurnsToOutcome', { pass, detail: pass ? `${fact}.` : `${fact}, not ${needed}.` })
}
