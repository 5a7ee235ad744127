import { Refused, refusalStatuses } from '@parley/definition'
import { invalid, type Problem, problem, type StatusOf } from '../../../platform/http/problem.ts'
import { type Speech, spoken } from './speech.ts'

/** Runs what may be refused, now or later; a refusal is told in the words and paths of the route. */
export function refusalsAsProblems<T>(speech: Speech, act: () => T): T {
  const refuse = (error: unknown): never => {
    throw error instanceof Refused ? asProblem(error, speech) : error
  }
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(refuse) as T) : result
  } catch (error) {
    return refuse(error)
  }
}

function asProblem({ code, told }: Refused, speech: Speech): Problem {
  const errors = told.errors?.map((error) => ({ ...error, field: spoken(error.field, speechOf(code, speech)) }))
  if (code === 'request.invalid') return invalid(errors ?? [])
  const status = refusalStatuses[code] as StatusOf<typeof code>
  return problem(code, status, { ...told, ...(errors && { errors }) })
}

/** References and findings are told by their document path; an unknown Goal by the path the documents give it. */
function speechOf(code: Refused['code'], speech: Speech): Speech {
  if (code === 'request.invalid') return speech
  if (code === 'goal.unknown' && speech !== 'document') return 'section'
  return 'document'
}
