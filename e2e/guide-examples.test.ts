import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AgentClient, Parley } from '@parley/sdk'
import { operations } from '@parley/sdk/operations'
import { testInCompleteRun } from '@parley/test-kit'
import { type ExampleRequest, parseCurl } from '../server/src/platform/pages/guides/curl.ts'
import { toCommandLine, toTypeScript } from '../server/src/platform/pages/guides/forms.ts'
import { abridgeTo } from '../server/src/testing/abridge.ts'
import { type CodeBlock, openGuide } from '../server/src/testing/guide.ts'
import { createScratchFolder, startParleyProcess } from '../server/src/testing/process.ts'
import { pathWithTools } from './curl.ts'

/**
 * The examples of the guides in each of their forms: bash reads every command as our parser does, every call of the SDK
 * compiles, and one guide does the same in all forms.
 */

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
/** Inside the checkout, so that programs find the SDK. */
const programs = mkdtempSync(join(root, '.cache/guide-examples-'))
after(() => rmSync(programs, { recursive: true }))

/** A refused one shows a mistake, which the types of the SDK may know. */
type Example = { guide: string; code: string; request: ExampleRequest; isRefused: boolean }

const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
  name.endsWith('.md') ? [name.slice(0, -3)] : [],
)
const examples = guides.flatMap((guide) =>
  openGuide(guide)
    .blocks('sh')
    .flatMap((block) => parseExample(guide, block)),
)

function parseExample(guide: string, { text, info }: CodeBlock): Example[] {
  const request = parseCurl(text)
  return request ? [{ guide, code: text, request, isRefused: Number(info) >= 400 }] : []
}

const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name)),
]
const replaceVariables = (text: string): string => text.replace(/\$([A-Z_]+)/g, 'value-of-$1')

/** Returns the arguments that bash passes to the program in each of the commands. */
async function readArguments(program: string, commands: readonly string[]): Promise<string[][]> {
  const folder = createScratchFolder()
  const file = join(folder, 'arguments')
  const script = [
    `exec 3>'${file}'`,
    `${program}() { printf '%s\\0' "$@" $'\\x1e' >&3; }`,
    'jq() { cat; }',
    ...commands.map((command) => {
      const values = variablesIn(command).map((name) => `${name}='value-of-${name}'`)
      return `(${values.join('; ')}\n${command}\n)`
    }),
  ]
  await execute('bash', ['-euc', script.join('\n')], { maxBuffer: 1e8 })
  const records = readFileSync(file, 'utf8').split('\x1e\0').slice(0, -1)
  return records.map((record) => record.split('\0').slice(0, -1))
}

/** Removes an option with its values. */
function takeOptions(words: string[], ...names: string[]): string[] {
  const values: string[] = []
  for (
    let at = words.findIndex((word) => names.includes(word));
    at >= 0;
    at = words.findIndex((word) => names.includes(word))
  )
    values.push(...words.splice(at, 2).slice(1))
  return values
}

test('bash passes each command to curl as the guides are understood', async () => {
  assert.ok(examples.length > 300, `${examples.length} examples`)
  const called = await readArguments(
    'curl',
    examples.map(({ code }) => code),
  )
  assert.equal(called.length, examples.length)
  for (const [at, { guide, request }] of examples.entries()) {
    const words = [...(called[at] ?? [])]
    const [data] = takeOptions(words, '-d', '--data-binary')
    const headers = takeOptions(words, '-H').map((line) => line.split(': '))
    const [method = data === undefined ? 'GET' : 'POST'] = takeOptions(words, '-X')
    const [url, ...rest] = words.filter((word) => word !== '-s' && word !== '-N')
    const { host, path, search, body, file } = request
    const expectedUrl = replaceVariables(`$${host}${path}${search && `?${search}`}`)
    assert.deepEqual([method, url, rest], [request.method, expectedUrl, []], guide)
    const sent = Object.fromEntries(headers.filter(([, value]) => value !== 'application/json'))
    assert.deepEqual(sent, JSON.parse(replaceVariables(JSON.stringify(request.headers))), `${guide} ${path}`)
    if (file) assert.equal(data, `@${file}`)
    else assert.deepEqual(data && JSON.parse(data), body && JSON.parse(replaceVariables(JSON.stringify(body))), guide)
  }
})

test('each command of parley makes the request of its example', async () => {
  const commands = examples.flatMap((example) => {
    const command = toCommandLine(example.request)
    return command === undefined ? [] : [{ ...example, command }]
  })
  assert.ok(commands.length > 250, `${commands.length} commands`)
  const called = await readArguments(
    'parley',
    commands.map(({ command }) => command),
  )
  assert.equal(called.length, commands.length)
  for (const [at, { guide, command, request }] of commands.entries()) {
    const words = [...(called[at] ?? [])]
    const [data] = takeOptions(words, '--data')
    const [file] = takeOptions(words, '--file')
    const [draft] = takeOptions(words, '--draft')
    const [method, path = '', ...rest] = words
    const full = `/v1${path.replace('{org}', 'demo').replace('{agent}', 'harbour')}`
    const { body, search, headers } = request
    const expected = replaceVariables(request.path + (search && `?${search}`))
    assert.deepEqual([method?.toUpperCase(), full, rest], [request.method, expected, []], `${guide}: ${command}`)
    assert.deepEqual(data && JSON.parse(data), body && JSON.parse(replaceVariables(JSON.stringify(body))), guide)
    assert.deepEqual([file, draft], [request.file, headers['x-svc-draft'] && replaceVariables(headers['x-svc-draft'])])
  }
})

const toCamelCase = (name: string): string => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** The clients that the guide on conventions creates: of the management API, and of the gateway. */
const [beginning = assert.fail('the guide on conventions creates no client'), gatewayBeginning = assert.fail()] =
  openGuide('conventions')
    .blocks('ts')
    .map(({ text }) => text)

/** The imports of an example, and the rest of it. */
function splitImports(code: string): [imports: string, rest: string] {
  const [, imports = '', rest = ''] = /^((?:import .*\n)*)\n?([\s\S]*)$/.exec(code) ?? []
  return [imports, rest]
}

test('each call of the SDK compiles strictly', async () => {
  const calls = examples.flatMap((example) => {
    const code = toTypeScript(example.request, operations)
    return code === undefined || example.isRefused ? [] : [{ ...example, code }]
  })
  assert.ok(calls.length > 230, `${calls.length} calls`)
  const functions = calls.map(({ guide, code: all, request }, at) => {
    const parameters = variablesIn(
      JSON.stringify([request.path, request.search, request.headers, request.body ?? null]),
    )
      .filter((name) => !['KEY', 'TOKEN'].includes(name))
      .map((name) => `${toCamelCase(name)}: string`)
    const [, code] = splitImports(all)
    return `// ${guide}.md\nexport async function example${at}(${parameters.join(', ')}) {\n${code}\n}`
  })
  const imports = new Set(calls.map(({ code }) => splitImports(code)[0]))
  writeFileSync(join(programs, 'examples.ts'), [...imports, beginning, gatewayBeginning, ...functions].join('\n'))
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false }
  writeFileSync(
    join(programs, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['examples.ts'] }),
  )
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await execute(compiler, ['-p', programs, '--pretty', 'false'], { maxBuffer: 1e8 }).catch(
    ({ stdout: errors }) => assert.fail(String(errors).slice(0, 5000)),
  )
  assert.equal(stdout, '')
})

const sample = openGuide('concepts')
const sampleExamples = examples.filter(({ guide }) => guide === 'concepts')

/** What the sample guide leaves behind, without ids and times. */
async function readResult(agent: AgentClient) {
  const [{ data: people }, { data: playbooks }, { data: campaigns }, { data: suites }] = await Promise.all([
    agent.people.list(),
    agent.playbooks.list(),
    agent.campaigns.list(),
    agent.tests.suites.list(),
  ])
  return {
    people: people.map(({ firstName, email, consent, identities }) => [
      ...[firstName, email, consent.status, consent.source],
      identities.map(({ channel }) => channel),
    ]),
    playbooks: playbooks.map(({ id, flow }) => [id, flow]),
    campaigns: campaigns.map(({ name, status }) => [name, status]),
    suites: suites.map(({ name }) => name),
  }
}

testInCompleteRun('the guide on concepts does the same with curl, with the SDK and on the command line', async () => {
  const folder = createScratchFolder()
  const { origin, gateway, credentials } = await startParleyProcess({ DATA_DIR: join(folder, 'data') })
  const { apiKey } = credentials()
  const org = new Parley({ url: origin, apiKey }).org('demo')
  const results: Record<string, unknown> = {}
  for (const [form, run] of Object.entries({ curl: runCurl, sdk: runSdk, cli: runCommandLine })) {
    const agent = `harbour-${form}`
    await org.agents.create({ id: agent, name: 'Harbour' })
    const shell = { PATH: pathWithTools(folder), PARLEY: origin, GATEWAY: gateway, KEY: apiKey }
    const connection = { PARLEY_URL: origin, PARLEY_API_KEY: apiKey, PARLEY_ORG: 'demo', PARLEY_AGENT: agent }
    await run({ folder, agent, env: { ...process.env, ...shell, ...connection } })
    results[form] = await readResult(org.agent(agent))
  }
  assert.deepEqual(results.sdk, results.curl)
  assert.deepEqual(results.cli, results.curl)
})

type Run = { folder: string; agent: string; env: NodeJS.ProcessEnv }

/** Runs the commands in one shell, and compares what they print with the JSON of the guide. */
async function runCurl({ folder, agent, env }: Run): Promise<void> {
  const blocks = sample.blocks('sh', 'json')
  const commands = blocks.filter(({ language }) => language === 'sh')
  const script = commands.map(({ text }) => `${text.replaceAll('/agents/harbour', `/agents/${agent}`)}\nprintf '\\0'`)
  const { stdout } = await execute('bash', ['-euc', script.join('\n')], { cwd: folder, env, maxBuffer: 1e8 })
  const printed = stdout.split('\0')
  let at = -1
  for (const { language, text } of blocks) {
    if (language === 'sh') at++
    else if (printed[at] !== '') {
      const expected = JSON.parse(text)
      assert.deepEqual(abridgeTo(JSON.parse(printed[at] ?? ''), expected), expected)
    }
  }
}

async function runSdk({ agent, env }: Run): Promise<void> {
  const calls = sampleExamples.map(({ request }) => toTypeScript(request, operations) ?? assert.fail(request.path))
  const program = join(programs, 'concepts.ts')
  writeFileSync(program, `${beginning.replace("'harbour'", `'${agent}'`)}\n${calls.join('\n')}\n`)
  await execute(process.execPath, [program], { env, maxBuffer: 1e8 })
}

async function runCommandLine({ folder, env }: Run): Promise<void> {
  const commands = sampleExamples.map(({ request }) => toCommandLine(request) ?? assert.fail(request.path))
  const own = `parley() { '${process.execPath}' '${join(root, 'cli/bin/parley.mjs')}' "$@"; }`
  await execute('bash', ['-euo', 'pipefail', '-c', [own, ...commands].join('\n')], { cwd: folder, env, maxBuffer: 1e8 })
}
