import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { createGateway } from '../server/src/app.ts'
import { readConfig, settings } from '../server/src/config.ts'
import { createTestApp } from '../server/src/testing/app.ts'

/** The compose file and the Kubernetes manifest, checked as far as possible without a cluster. */

const root = fileURLToPath(new URL('..', import.meta.url))
const readDeployFile = (file: string): string => readFileSync(join(root, 'deploy', file), 'utf8')

type Container = {
  env: { name: string; value: string }[]
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}
type Manifest = {
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  spec: {
    selector: Record<string, string> & { matchLabels: Record<string, string> }
    ports: { name: string; targetPort: string }[]
    template: { metadata: { labels: object }; spec: { containers: [Container]; volumes: { name: string }[] } }
    scaleTargetRef: { name: string }
    rules: { host: string; http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[]
  }
}
const manifests = parseAllDocuments(readDeployFile('kubernetes.yaml')).map((manifest) => manifest.toJS() as Manifest)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]
type ComposeService = {
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, object>
}
type Compose = { services: Record<string, ComposeService>; volumes: Record<string, null> }
const compose: Compose = parse(readDeployFile('compose.yaml'), { merge: true })

const key = 'a'.repeat(64)
const secretEnv = {
  SECRET_KEY: key,
  DATABASE_URL: 'postgres://parley:x@pooler:6432/parley',
  DATABASE_DIRECT_URL: 'postgres://parley:x@database:5432/parley',
}

test('Parley reads every setting of the manifest, and every role has a deployment', () => {
  const [config] = ofKind('ConfigMap')
  const roles = ofKind('Deployment').flatMap((deployment) => {
    const deploymentEnv = Object.fromEntries(containerOf(deployment).env.map(({ name, value }) => [name, value]))
    const env = { ...config?.data, ...deploymentEnv, ...secretEnv }
    assert.deepEqual(
      Object.keys(env).filter((name) => !(name in settings)),
      [],
    )
    return readConfig(env).roles
  })
  assert.deepEqual([...new Set(roles)].sort(), ['api', 'gateway', 'worker'])
})

test('selectors, ports, volumes and budgets of the manifest refer to existing objects', () => {
  const deployments = ofKind('Deployment')
  for (const { spec } of deployments) {
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
    const { containers, volumes } = spec.template.spec
    assert.deepEqual(
      containers[0].volumeMounts.map(({ name }) => name),
      volumes.map(({ name }) => name),
    )
  }
  const findByLabels = (labels: object) =>
    deployments.filter(({ spec }) => JSON.stringify(spec.template.metadata.labels) === JSON.stringify(labels))
  for (const { spec } of ofKind('Service')) {
    const [deployment] = findByLabels(spec.selector)
    assert.ok(deployment)
    const names = containerOf(deployment).ports.map(({ name }) => name)
    for (const { targetPort } of spec.ports) assert.ok(names.includes(targetPort), targetPort)
  }
  for (const { spec } of ofKind('PodDisruptionBudget')) assert.equal(findByLabels(spec.selector.matchLabels).length, 1)
  for (const { spec } of ofKind('HorizontalPodAutoscaler'))
    assert.ok(deployments.some(({ metadata }) => metadata.name === spec.scaleTargetRef.name))
  const services = new Map(
    ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec.ports.map(({ name }) => name)]),
  )
  for (const { host, http } of ofKind('Ingress').flatMap(({ spec }) => spec.rules)) {
    for (const { backend } of http.paths)
      assert.ok(services.get(backend.service.name)?.includes(backend.service.port.name), host)
  }
  for (const { metadata, kind } of manifests)
    if (kind !== 'Namespace') assert.equal(metadata.namespace, 'parley', `${kind} ${metadata.name}`)
})

test('every probe of the manifest gets an answer on its port', async () => {
  const { app, services } = await createTestApp()
  const gateway = createGateway(services)
  const appsByPort = { 4000: app, 4400: gateway }
  for (const container of ofKind('Deployment').map(containerOf)) {
    const probes = Object.entries(container).filter(([name]) => name.endsWith('Probe')) as [
      string,
      Container['xProbe'],
    ][]
    assert.deepEqual(probes.map(([name]) => name).sort(), ['livenessProbe', 'readinessProbe', 'startupProbe'])
    for (const [, { httpGet }] of probes) {
      const port = container.ports.find(({ name }) => name === httpGet.port)?.containerPort
      const { statusCode } = await appsByPort[port as 4000 | 4400].inject(httpGet.path)
      assert.equal(statusCode, 200, httpGet.path)
    }
  }
  await gateway.close()
})

test('Parley reads every setting of the compose file, and its files exist', () => {
  const { services, volumes } = compose
  const defaults = Object.fromEntries(
    readDeployFile('compose.env.example')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/)),
  )
  const roles = ['serve', 'work'].flatMap((name) => {
    const env = { ...defaults, ...services[name]?.environment, ...secretEnv }
    assert.deepEqual(
      Object.keys(env).filter((manifest) => !(manifest in settings)),
      [],
    )
    return readConfig(env).roles
  })
  assert.deepEqual([...new Set(roles)].sort(), ['api', 'gateway', 'worker'])
  for (const { build, volumes: mounts = [], depends_on = [] } of Object.values(services)) {
    if (build) assert.ok(existsSync(join(root, 'deploy', build.context, build.dockerfile)), build.dockerfile)
    for (const mount of mounts) {
      const [from = ''] = mount.split(':')
      // The password file is private to its owner and not in the repository.
      if (from === './userlist.txt') continue
      assert.ok(from.startsWith('./') ? existsSync(join(root, 'deploy', from)) : from in volumes, mount)
    }
    const dependencies = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    for (const dependency of dependencies) assert.ok(dependency in services, dependency)
  }
})

test('the Dockerfile runs only files, scripts and programs that the repository has', () => {
  const dockerfile = readDeployFile('Dockerfile')
  const runs = [...dockerfile.matchAll(/^RUN (.*)$/gm)].map(([, run]) => run as string).join('\n')
  const files = [...runs.matchAll(/node (\S+\.\w+)/g)].map(([, file]) => file as string)
  assert.deepEqual(files, ['tools/ensure-installed.mjs'])
  for (const file of files) assert.ok(existsSync(join(root, file)), file)
  const scripts = [...runs.matchAll(/npm run (?:--\S+ )*(\S+)/g)].map(([, script]) => script as string)
  assert.deepEqual(scripts, ['pack:all'])
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const script of scripts) assert.ok(manifest.scripts[script], script)
  const program = /^CMD \["node_modules\/\.bin\/(.*)"\]$/m.exec(dockerfile)?.[1] ?? ''
  assert.ok(program !== '' && existsSync(join(root, 'tools/packages', `${program}.mjs`)), program)
})
