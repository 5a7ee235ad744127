import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRoute } from '../../app/roots.tsx'

type Search = Record<string, unknown>

/** Those of the search that are texts; what an address may hold beyond is left out. */
function texts<Key extends string>(...keys: Key[]) {
  return (search: Search): { [K in Key]?: string } =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = search[key]
        return value === undefined || value === '' || typeof value === 'object' ? [] : [[key, String(value)]]
      }),
    ) as { [K in Key]?: string }
}

const under = () => agentRoute

/** `open` is the id of what is open beside the list, and `new` is none yet. */
export const knowledgeRoutes = [
  createRoute({
    getParentRoute: under,
    path: 'knowledge',
    validateSearch: texts('q', 'collection', 'open', 'make'),
    component: lazyRouteComponent(() => import('./things/ThingsPage.tsx'), 'ThingsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'knowledge/import',
    component: lazyRouteComponent(() => import('./import/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'knowledge/collections',
    validateSearch: texts('collection', 'edit', 'make'),
    component: lazyRouteComponent(() => import('./collections/CollectionsPage.tsx'), 'CollectionsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'knowledge/facts',
    validateSearch: texts('q', 'state', 'open', 'make', 'ask'),
    component: lazyRouteComponent(() => import('./facts/FactsPage.tsx'), 'FactsPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'knowledge/sources',
    validateSearch: texts('open'),
    component: lazyRouteComponent(() => import('./sources/SourcesPage.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: under,
    path: 'knowledge/media',
    validateSearch: texts('q'),
    component: lazyRouteComponent(() => import('./media/MediaPage.tsx'), 'MediaPage'),
  }),
] as const
