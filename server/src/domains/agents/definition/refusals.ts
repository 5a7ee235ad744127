import { ChangeRejectedError, rejectionStatuses } from '@parley/definition'
import { invalidRequest, type Problem, problem, type StatusOf } from '../../../platform/http/problem.ts'
import { formatPath, type PathStyle } from './error-paths.ts'

/** Runs `act`, sync or async, and converts a rejected change into a problem with the error paths of the route. */
export function mapRefusalsToProblems<T>(style: PathStyle, act: () => T): T {
  const refuse = (error: unknown): never => {
    throw error instanceof ChangeRejectedError ? toProblem(error, style) : error
  }
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(refuse) as T) : result
  } catch (error) {
    return refuse(error)
  }
}

function toProblem({ code, details }: ChangeRejectedError, style: PathStyle): Problem {
  const errors = details.errors?.map((error) => ({
    ...error,
    field: formatPath(error.field, pathStyleFor(code, style)),
  }))
  if (code === 'request.invalid') return invalidRequest(errors ?? [])
  const status = rejectionStatuses[code] as StatusOf<typeof code>
  return problem(code, status, { ...details, ...(errors && { errors }) })
}

/** Reference errors and findings always use document paths; an unknown Goal is reported by its section path. */
function pathStyleFor(code: ChangeRejectedError['code'], style: PathStyle): PathStyle {
  if (code === 'request.invalid') return style
  if (code === 'goal.unknown' && style !== 'document') return 'section'
  return 'document'
}
