import type { FastifyInstance } from 'fastify'
import { handsetFiles } from '../../../platform/pages/handset/files.ts'
import { serveFiles } from '../../../platform/pages/serve-files.ts'

/** What a browser is sent, as it stands in `files/`. */
const files = ['lab.html', 'lab.css', 'lab.js', 'api.js', 'phone.js', 'controls.js', 'foot.js'].map(
  (name) => new URL(`files/${name}`, import.meta.url),
)

/** The page of the handset lab, on the gateway. It holds no secret: it asks for the access token itself. */
export function serveLab(app: FastifyInstance): void {
  serveFiles(app, '/lab', [...files, ...handsetFiles])
}
