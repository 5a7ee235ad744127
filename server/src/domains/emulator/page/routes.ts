import type { FastifyInstance } from 'fastify'
import { handsetFiles } from '../../../platform/pages/handset/files.ts'
import { serveFiles } from '../../../platform/pages/serve-files.ts'

/** Served to the browser unchanged from `files/`. */
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

/**
 * Serves the emulator page on the management port. The page contains no secret: the grant is in the fragment of the
 * link.
 */
export function serveEmulator(app: FastifyInstance): void {
  serveFiles(app, '/emulator', [...files, ...handsetFiles])
}
