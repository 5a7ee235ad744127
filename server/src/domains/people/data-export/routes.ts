import { agentRoute, ResponseContent, RouteResponse } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { findPerson } from '../person/queries.ts'
import { collectExportSections, createPersonExportSchema, streamPersonExport } from './copy.ts'

export function dataExportRoutes({ listeners }: Pick<PeopleDeps, 'listeners'>) {
  const sections = collectExportSections(listeners)
  return [
    agentRoute({
      role: 'viewer',
      scope: 'people:export',
      tag: 'People',
      method: 'GET',
      path: '/people/:personId/export',
      summary: 'Copy all that is known of a Person, as one document',
      description:
        'For a person who asks what is known of them, or wants to take it along: profile, addresses, consent, journal, ' +
        'appointments, everything that was said to and by them, sends, campaigns, tests made of their conversations. ' +
        'It stands in the audit log.',
      answer: createPersonExportSchema(sections),
      audited: true,
      find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
      handle: async ({ tx, agent, found: person, world }) => {
        const bytes = streamPersonExport(tx, agent, { person, sections, now: world.now() })
        const headers = { 'content-disposition': `attachment; filename="${person.id}.json"` }
        return new RouteResponse(200, new ResponseContent(bytes, 'application/json; charset=utf-8'), headers)
      },
    }),
  ]
}
