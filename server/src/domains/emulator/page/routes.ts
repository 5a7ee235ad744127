import type { FastifyInstance } from 'fastify'
import { handsetFiles } from '../../../platform/pages/handset/files.ts'
import { serveFiles } from '../../../platform/pages/serve-files.ts'

/** What a browser is sent, as it stands in `files/`. */
const files = [
  'emulator.html',
  'emulator.css',
  'phone.css',
  'inspector.css',
  'emulator.js',
  'api.js',
  'persona-list.js',
  'composer.js',
  'conversation.js',
  'inspector.js',
  'inspection.js',
  'personas.js',
  'phone.js',
  'playground.js',
  'persona-form.js',
  'presets.js',
  'turns.js',
].map((name) => new URL(`files/${name}`, import.meta.url))

/** The page of the emulator, on the management port. It holds no secret: the grant stands in the fragment of the link. */
export function serveEmulator(app: FastifyInstance): void {
  serveFiles(app, '/emulator', [...files, ...handsetFiles])
}
