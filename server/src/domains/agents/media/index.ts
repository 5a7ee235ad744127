import { createMediaUrls, ingestMedia } from './library.ts'
import { createFindMediaReferences } from './references.ts'
import { mediaRoutes, serveMedia } from './routes.ts'

export const mediaLibrary = {
  routes: mediaRoutes,
  serve: serveMedia,
  createFindReferences: createFindMediaReferences,
  createUrls: createMediaUrls,
  ingest: ingestMedia,
}
