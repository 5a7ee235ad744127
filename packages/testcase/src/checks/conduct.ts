import type { Checks } from '../expect.ts'
import type { CheckVerdict, Observed } from '../observed.ts'
import { counted, each, isOfPerson, listed, placeOf, quoted, single } from './verdict.ts'

/** How the agent went about it: what it called and recorded, where it stands, what it cost. */

/** One check, since their order counts. */
export function outcomes(wanted: NonNullable<Checks['outcomes']>, { turns }: Observed): CheckVerdict[] {
  const reached = turns.flatMap((turn) => turn.outcomes)
  const pass = reached.length === wanted.length && reached.every((outcome, at) => outcome === wanted[at])
  const fact = reached.length > 0 ? `The outcomes were ${listed(reached)}` : 'No outcome was recorded'
  const instead = wanted.length > 0 ? `${listed(wanted)} was expected, in this order` : 'none was expected'
  return single('outcomes', { pass, detail: pass ? `${fact}.` : `${fact}; ${instead}.` })
}

export function activePlaybookAtEnd(wanted: string, { activePlaybook }: Observed): CheckVerdict[] {
  const pass = activePlaybook === wanted
  const fact = activePlaybook === undefined ? 'No playbook is' : `The playbook ${quoted(activePlaybook)} is`
  const detail = pass ? `${fact} active at the end.` : `${fact} active at the end, not ${quoted(wanted)}.`
  return single('activePlaybookAtEnd', { pass, detail })
}

/** What was refused was not called. */
function callsOf({ turns }: Observed): Map<string, number> {
  const calls = new Map<string, number>()
  for (const { name, called } of turns.flatMap(({ toolCalls }) => toolCalls))
    if (called) calls.set(name, (calls.get(name) ?? 0) + 1)
  return calls
}

export function toolsCalled(wanted: NonNullable<Checks['toolsCalled']>, observed: Observed): CheckVerdict[] {
  const calls = callsOf(observed)
  return each('toolsCalled', Object.keys(wanted), (name) => {
    const count = calls.get(name) ?? 0
    const pass = count === wanted[name]
    const fact = `${quoted(name)} was called ${counted(count, 'time')}`
    return { pass, detail: pass ? `${fact}.` : `${fact}, not ${wanted[name]}. ${othersCalled(calls)}` }
  })
}

export function toolsNotCalled(names: NonNullable<Checks['toolsNotCalled']>, observed: Observed): CheckVerdict[] {
  const calls = callsOf(observed)
  return each('toolsNotCalled', names, (name) => {
    const count = calls.get(name) ?? 0
    if (count === 0) return { pass: true, detail: `${quoted(name)} was not called.` }
    return { pass: false, detail: `${quoted(name)} was not to be called and was, ${counted(count, 'time')}.` }
  })
}

function othersCalled(calls: Map<string, number>): string {
  return calls.size > 0 ? `What was called: ${listed([...calls.keys()])}.` : 'Nothing was called.'
}

export function noWarnings(wanted: boolean, { turns }: Observed): CheckVerdict[] {
  const warned = turns.find(({ warnings }) => warnings.length > 0)
  const pass = (warned === undefined) === wanted
  const fact = warned
    ? `There is a warning in ${placeOf(warned)}: ${quoted(warned.warnings[0] ?? '', 150)}`
    : 'No warnings'
  return single('noWarnings', { pass, detail: pass || warned ? `${fact}.` : `${fact}; one was expected.` })
}

export function maxModelCallsPerTurn(most: number, { turns }: Observed): CheckVerdict[] {
  const top = turns.reduce<Observed['turns'][number] | undefined>(
    (highest, turn) => (turn.modelCalls > (highest?.modelCalls ?? -1) ? turn : highest),
    undefined,
  )
  if (!top) return single('maxModelCallsPerTurn', { pass: true, detail: 'There was no turn.' })
  const fact = `The model was called ${counted(top.modelCalls, 'time')} in ${placeOf(top)}`
  const pass = top.modelCalls <= most
  return single('maxModelCallsPerTurn', { pass, detail: `${fact}; at most ${most} ${pass ? 'are' : 'were'} allowed.` })
}

export function maxTurnsToOutcome(most: number, { turns }: Observed): CheckVerdict[] {
  const reachedAt = turns.findIndex((turn) => turn.outcomes.length > 0)
  const needed = `within ${counted(most, 'turn')}`
  if (reachedAt < 0)
    return single('maxTurnsToOutcome', { pass: false, detail: `No outcome was reached; one was expected ${needed}.` })
  const taken = turns.slice(0, reachedAt + 1).filter(isOfPerson).length
  const fact = `${quoted(turns[reachedAt]?.outcomes[0] ?? '')} was reached after ${counted(taken, 'turn')} of the person`
  const pass = taken <= most
  return single('maxTurnsToOutcome', { pass, detail: pass ? `${fact}.` : `${fact}, not ${needed}.` })
}
