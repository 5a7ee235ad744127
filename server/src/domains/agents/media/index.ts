import { mediaUrlsOf, takeIn } from './library.ts'
import { mediaRoutes, serveMedia } from './routes.ts'
import { usersOfMedia } from './users.ts'

/** The media library, as others use it. */
export const media = { routes: mediaRoutes, serve: serveMedia, usersOf: usersOfMedia, urlsOf: mediaUrlsOf, takeIn }
