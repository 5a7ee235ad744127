import type { FastifyInstance } from 'fastify'
import { handsetFiles } from '../../../platform/pages/handset/files.ts'
import { serveFiles } from '../../../platform/pages/serve-files.ts'

/** Served to the browser unchanged from `files/`. */
const files = ['lab.html', 'lab.css', 'lab.js', 'api.js', 'phone.js', 'controls.js', 'foot.js'].map(
  (name) => new URL(`files/${name}`, import.meta.url),
)

/** Serves the page of the handset lab on the gateway. It contains no secret: it asks the user for the access token. */
export function serveLab(app: FastifyInstance): void {
  serveFiles(app, '/lab', [...files, ...handsetFiles])
}
