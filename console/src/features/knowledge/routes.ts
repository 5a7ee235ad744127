import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { agentRootRoute } from '../../app/root-routes.tsx'

type Search = Record<string, unknown>

/** Reads the given string params from the search and ignores all others. */
function textParams<Key extends string>(...keys: Key[]) {
  return (search: Search): { [K in Key]?: string } =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = search[key]
        return value === undefined || value === '' || typeof value === 'object' ? [] : [[key, String(value)]]
      }),
    ) as { [K in Key]?: string }
}

const knowledgePath = () => agentRootRoute

/** `open` is the id of the item that is open next to the list; `new` means one that does not exist yet. */
export const knowledgePageRoutes = [
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge',
    validateSearch: textParams('q', 'collection', 'open', 'make'),
    component: lazyRouteComponent(() => import('./things/ThingsPage.tsx'), 'ThingsPage'),
  }),
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge/import',
    validateSearch: textParams('of'),
    component: lazyRouteComponent(() => import('./import/KnowledgeImportPage.tsx'), 'KnowledgeImportPage'),
  }),
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge/collections',
    validateSearch: textParams('collection', 'edit', 'make'),
    component: lazyRouteComponent(() => import('./collections/CollectionsPage.tsx'), 'CollectionsPage'),
  }),
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge/facts',
    validateSearch: textParams('q', 'state', 'open', 'make', 'ask'),
    component: lazyRouteComponent(() => import('./facts/FactsPage.tsx'), 'FactsPage'),
  }),
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge/sources',
    validateSearch: textParams('open'),
    component: lazyRouteComponent(() => import('./sources/SourcesPage.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: knowledgePath,
    path: 'knowledge/media',
    validateSearch: textParams('q'),
    component: lazyRouteComponent(() => import('./media/MediaPage.tsx'), 'MediaPage'),
  }),
] as const
