import { ChangeRejectedError, rejectionStatuses, type SectionName, sectionPaths } from '@parley/definition'
import { invalidRequest, type Problem, problem, type StatusOf } from '../../../platform/http/problem.ts'

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

/**
 * How a route formats the paths of its errors. An import uses paths of the whole document; a section, paths under the
 * key of its body (`things[1].id`); an item, the names of its own fields.
 */
export type PathStyle = 'document' | 'section' | 'item'

const bodyKeys: Partial<Record<SectionName, string>> = {
  things: 'things',
  collections: 'collections',
  facts: 'facts',
  peopleFields: 'fields',
  locations: 'locations',
  scheduling: 'scheduling',
  notifications: 'notifications',
}
const prefixes = Object.entries(bodyKeys).map(
  ([name, key]) => [sectionPaths[name as SectionName].join('.'), key] as const,
)

function formatPath(path: string, style: PathStyle): string {
  if (style === 'document') return path
  if (style === 'item')
    return path.replace(/^integrations\.custom\[\d+\]/, 'integration').replace(/^[A-Za-z.]+\[\d+\]\./, '')
  if (path.startsWith('goals.')) return path.slice('goals.'.length)
  const known = prefixes.find(([prefix]) => path.startsWith(prefix))
  return known ? known[1] + path.slice(known[0].length) : path
}
