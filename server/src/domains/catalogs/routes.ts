import { z } from 'zod'
import { openRoute, type Route } from '../../platform/http/route.ts'
import { type Catalog, catalogKinds, entrySchemas, isCatalogKind } from './catalog.ts'

const read = { access: { kind: 'catalog', scope: 'catalogs:read' }, tag: 'Catalogs', method: 'GET' } as const

const Entry = z.union([...new Set(Object.values(entrySchemas))]).meta({
  id: 'CatalogEntry',
  description: 'Depends on the kind: a template, a tool, the setup form of a channel, or the name of an event.',
  examples: [
    {
      id: '@svc/objective.book-appointments',
      version: '1.0.0',
      name: 'Book appointments',
      description: 'Turn interest into a time in the calendar.',
      body: 'Whenever someone shows interest in a visit, offer two or three open times.',
    },
  ],
})

const List = z.strictObject({ kind: z.enum(catalogKinds), data: z.array(Entry) })

/** Read-only and the same for every org: catalogs ship with Parley. */
export function catalogRoutes(catalog: Catalog): Route[] {
  const lists = new Map<string, z.input<typeof List>>(
    catalogKinds.map((kind) => [kind, { kind, data: [...catalog.list(kind)] }]),
  )
  return [
    openRoute({
      ...read,
      path: '/catalogs/:kind',
      verb: 'list',
      summary: 'List the entries of a catalog',
      description: `The kinds are ${catalogKinds.map((kind) => `\`${kind}\``).join(', ')}; any other is 404.`,
      response: List,
      find: async ({ params }) => lists.get(params.kind),
      handle: async ({ found }) => found,
    }),
    openRoute({
      ...read,
      path: '/catalogs/:kind/:id',
      summary: 'Read one entry of a catalog',
      description: 'A qualified id such as `@svc/tool.google-calendar` is percent-encoded in the path.',
      response: Entry,
      find: async ({ params: { kind, id } }) => (isCatalogKind(kind) ? catalog.find(kind, id) : undefined),
      handle: async ({ found }) => found,
    }),
  ]
}
