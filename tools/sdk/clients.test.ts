// Own process: runs other programs for a minute.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { testInCompleteRun } from '@parley/test-kit'
import { buildOpenApiDocuments } from '../../server/src/testing/openapi-documents.ts'

/** Clients that other people's generators make from the OpenAPI documents compile without errors and warnings. */

const root = join(import.meta.dirname, '../..')
mkdirSync(join(root, '.cache'), { recursive: true })
/** Inside the checkout, so that generated code finds its types. */
const scratch = mkdtempSync(join(root, '.cache/clients-'))
after(() => rmSync(scratch, { recursive: true }))
const execute = promisify(execFile)

const documentNames = ['management', 'gateway'] as const
type DocumentName = (typeof documentNames)[number]

let written: Promise<void> | undefined
/** Writes both documents, once, and returns the file of one. */
async function writeDocument(name: DocumentName): Promise<string> {
  written ??= buildOpenApiDocuments().then((documents) => {
    for (const each of documentNames) writeFileSync(join(scratch, `${each}.json`), JSON.stringify(documents[each]))
  })
  await written
  return join(scratch, `${name}.json`)
}

function findProgram(name: string): string {
  const folders = [import.meta.dirname, root].map((folder) => join(folder, 'node_modules/.bin', name))
  return folders.find((file) => existsSync(file)) ?? assert.fail(`${name} is not installed: run npm install`)
}

type Generator = {
  program: string
  args: (document: string, folder: string) => string[]
  /** What a program would write with the client: it must compile as well. */
  usage: Record<DocumentName, string>
}

const generators: Generator[] = [
  {
    program: 'openapi-typescript',
    args: (document, folder) => [document, '--output', join(folder, 'client.ts')],
    usage: {
      management: `import type { operations } from './client.js'
type Update = operations['people.identities.update']
export const path: Update['parameters']['path'] = { org: 'demo', agent: 'desk', personId: 'per_1', asid: 'usr_1' }
export const body: Update['requestBody']['content']['application/json'] = { preferred: true }`,
      gateway: `import type { operations } from './client.js'
export const body: operations['messages.compile']['requestBody']['content']['application/json'] = { aml: 'Hello' }`,
    },
  },
  {
    program: 'openapi-ts',
    args: (document, folder) => ['--input', document, '--output', join(folder, 'client'), '--no-log-file'],
    usage: {
      management: `import { peopleIdentitiesUpdate } from './client/index.js'
const path = { org: 'demo', agent: 'desk', personId: 'per_1', asid: 'usr_1' }
const { data } = await peopleIdentitiesUpdate({ path, body: { preferred: true } })
export const channel: string | undefined = data?.channel`,
      gateway: `import { messagesCompile } from './client/index.js'
const { data } = await messagesCompile({ body: { aml: 'Hello' } })
export const made: object | undefined = data?.message`,
    },
  },
  {
    program: 'orval',
    args: (document, folder) => ['--input', document, '--output', join(folder, 'client.ts'), '--client', 'fetch'],
    usage: {
      management: `import { peopleIdentitiesUpdate } from './client.js'
const { data, status } = await peopleIdentitiesUpdate('demo', 'desk', 'per_1', 'usr_1', { preferred: true })
export const channel: string | undefined = status === 200 ? data.channel : undefined`,
      gateway: `import { messagesCompile } from './client.js'
const { data, status } = await messagesCompile({ aml: 'Hello' })
export const made: object | undefined = status === 200 ? data.message : undefined`,
    },
  },
]

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: false, types: [], target: 'es2022' },
  ...{ module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
}

for (const { program, args, usage } of generators) {
  for (const name of documentNames) {
    testInCompleteRun(`${program} makes a client of the ${name} document that compiles strictly`, async () => {
      const folder = join(scratch, `${program}-${name}`)
      mkdirSync(folder)
      const { stdout, stderr } = await execute(findProgram(program), args(await writeDocument(name), folder), {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1', CI: 'true' },
        maxBuffer: 1e8,
      })
      assert.doesNotMatch(`${stdout}${stderr}`, /\b(warn(ing)?|error|duplicate|invalid)\b/i)
      writeFileSync(join(folder, 'usage.ts'), usage[name])
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['usage.ts'] }))
      const compiler = join(root, 'node_modules/.bin/tsc')
      const compiled = await execute(compiler, ['-p', folder, '--pretty', 'false'], { maxBuffer: 1e8 }).catch(
        ({ stdout: errors }) => assert.fail(String(errors).slice(0, 3000)),
      )
      assert.equal(compiled.stdout, '')
    })
  }
}
