// Generates the SDK's types and methods from the OpenAPI documents of both hosts; --check only verifies that they are current.
import { readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../packages/sdk/src/generated/', import.meta.url)
const headerComment =
  '// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.\n'

/** Returns file names with their contents. */
async function sdkTypes(): Promise<[string, string][]> {
  const { buildOpenApiDocuments } = await import('../server/src/testing/openapi-documents.ts')
  const { findWebhookSamples, generateSdkMethods, generateSdkTypes } = await import('./sdk/generate.ts')
  const { management, gateway } = await buildOpenApiDocuments()
  return [
    ['management.generated.ts', headerComment + (await generateSdkTypes(management))],
    ['gateway.generated.ts', headerComment + (await generateSdkTypes(gateway))],
    ['methods.generated.ts', headerComment + generateSdkMethods({ management, gateway })],
    [
      '../../../../cli/src/commands/trigger/webhook-samples.generated.ts',
      `${headerComment}export const webhookSamples = ${JSON.stringify(findWebhookSamples(management), null, 2)}\n`,
    ],
  ]
}

function readGenerated(name: string): string | undefined {
  try {
    return readFileSync(new URL(name, folder), 'utf8')
  } catch {
    return undefined
  }
}

const files = await sdkTypes()
if (process.argv.includes('--check')) {
  const outdated = files.filter(([name, text]) => readGenerated(name) !== text).map(([name]) => name)
  if (outdated.length > 0) console.log(`${outdated.join(', ')}: does not match the routes; run \`npm run sdk-types\``)
  process.exitCode = outdated.length > 0 ? 1 : 0
} else {
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
  console.log('The SDK types are written')
}
