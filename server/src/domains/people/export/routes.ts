import { problem } from '../../../platform/http/problem.ts'
import { Answer, agentRoute, Content } from '../../../platform/http/route.ts'
import { PeopleChoice } from '../list/vocabulary.ts'
import { customFieldKeys } from './queries.ts'
import { csvOf, ndjsonOf } from './stream.ts'

const ndjson = 'application/x-ndjson'
const ndjsonTypes = [ndjson, 'application/ndjson', 'application/jsonl']
/** A table any wider is no table any more. */
const mostFields = 2_000

export const peopleExportRoutes = [
  agentRoute({
    role: 'viewer',
    scope: 'people:export',
    tag: 'People',
    method: 'GET',
    path: '/people/export',
    summary: 'Export the people of the agent as a table or as lines of JSON',
    description:
      `Takes the filters of the list. CSV, or NDJSON with \`Accept: ${ndjson}\`: a Person on each line, as they are read ` +
      'one by one but without the journal. In CSV a cell that a spreadsheet would run as a formula has an apostrophe ' +
      'before it, which an import takes away again; tags are separated by semicolons.',
    query: PeopleChoice,
    answerTypes: ['text/csv', ndjson],
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, query: filter, request }) => {
      if (wantsLines(request.accept)) return file('people.ndjson', new Content(ndjsonOf(tx, agent, filter), ndjson))
      const keys = await customFieldKeys(tx, agent, mostFields + 1)
      if (keys.length > mostFields) {
        const detail = `More than ${mostFields} custom fields are in use, too many for a table: ask for ${ndjson}`
        throw problem('resource.conflict', 409, { detail })
      }
      return file('people.csv', new Content(csvOf(tx, agent, filter, keys), 'text/csv; charset=utf-8'))
    },
  }),
]

function file(name: string, content: Content): Answer<Content> {
  return new Answer(200, content, { 'content-disposition': `attachment; filename="${name}"` })
}

/** Whichever of the two is named first; a table unless lines are named. */
function wantsLines(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
  const first = types.find((type) => type === 'text/csv' || ndjsonTypes.includes(type))
  return first !== undefined && first !== 'text/csv'
}
