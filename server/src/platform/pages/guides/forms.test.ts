import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@parley/sdk/operations'
import { parseCurl } from './curl.ts'
import { toCommandLine, toTypeScript } from './forms.ts'

/** An example of a guide in each of its forms; `undefined` where a form cannot make the request. */
type Case = { title: string; curl: string; sdk: string | undefined; cli: string | undefined }

const agent = '$PARLEY/v1/orgs/demo/agents/harbour'
const key = `-H "authorization: Bearer $KEY"`
const json = `-H 'content-type: application/json'`

const cases: Case[] = [
  {
    title: 'reads a list with a filter',
    curl: `curl "${agent}/people?tag=fair&limit=20&includeTest=true" ${key}`,
    sdk: `console.log(await agent.people.list({\n  query: { tag: 'fair', limit: 20, includeTest: 'true' },\n}))`,
    cli: `parley get '/orgs/{org}/agents/{agent}/people?tag=fair&limit=20&includeTest=true'`,
  },
  {
    title: 'creates something and saves its id',
    curl: `PERSON_ID=$(curl -s "${agent}/people" \\\n  ${key} ${json} \\\n  -d '{ "firstName": "Ada" }' | jq -r .id)`,
    sdk: `const { id: personId } = await agent.people.create({ firstName: 'Ada' })`,
    cli: `PERSON_ID=$(parley post '/orgs/{org}/agents/{agent}/people' --data '{ "firstName": "Ada" }' | jq -r .id)`,
  },
  {
    title: 'saves a value under its own name',
    curl: `SEND_ID=$(curl -s "${agent}/outreach/season/sends" ${key} ${json} -d '{ "recipient": { "personaId": "'$PERSONA_ID'" } }' | jq -r .sendId)`,
    sdk: `const { sendId } = await agent.outreach.sends.create('season', {\n  recipient: { personaId },\n})`,
    cli: `SEND_ID=$(parley post '/orgs/{org}/agents/{agent}/outreach/season/sends' \\\n  --data '{ "recipient": { "personaId": "'$PERSONA_ID'" } }' | jq -r .sendId)`,
  },
  {
    title: 'saves what a filter finds in a list',
    curl: `BINDING_ID=$(curl -s "${agent}/channels" ${key} | jq -r '.data[] | select(.channel == "rcs").id')`,
    sdk: `const bindingId = (await agent.channels.list()).data.find(({ channel }) => channel === 'rcs')?.id ?? ''`,
    cli: `BINDING_ID=$(parley get '/orgs/{org}/agents/{agent}/channels' | jq -r '.data[] | select(.channel == "rcs").id')`,
  },
  {
    title: 'puts the values of the path before the body',
    curl: `curl -X PATCH "${agent}/people/$PERSON_ID/identities/$ASID" ${key} ${json} -d '{ "preferred": true }'`,
    sdk: `await agent.people.identities.update(personId, asid, { preferred: true })`,
    cli: `parley patch "/orgs/{org}/agents/{agent}/people/$PERSON_ID/identities/$ASID" \\\n  --data '{ "preferred": true }'`,
  },
  {
    title: 'prefers a route to one with a value in its place',
    curl: `curl "${agent}/people/import" ${key} ${json} -d '{ "people": [] }'`,
    sdk: `await agent.people.import({ people: [] })`,
    cli: `parley post '/orgs/{org}/agents/{agent}/people/import' --data '{ "people": [] }'`,
  },
  {
    title: 'decodes a value of the path',
    curl: `curl "${agent}/tool-bindings/@svc%2Ftool.http-webhook/users" ${key}`,
    sdk: `console.log(await agent.toolBindings.users.list('@svc/tool.http-webhook'))`,
    cli: `parley get '/orgs/{org}/agents/{agent}/tool-bindings/@svc%2Ftool.http-webhook/users'`,
  },
  {
    title: 'calls the agent itself, and the org where the agent has no such method',
    curl: `curl -X DELETE "${agent}" ${key}`,
    sdk: `await org.agents.delete('harbour')`,
    cli: `parley delete '/orgs/{org}/agents/{agent}'`,
  },
  {
    title: 'reads and writes a draft',
    curl: `curl -X PUT "${agent}/personality" ${key} -H "x-svc-draft: $DRAFT_ID" ${json} -d '{ "text": "It'"'"'s sunny" }'`,
    sdk: `await agent.draft(draftId).personality.replace({ text: "It's sunny" })`,
    cli: `parley put '/orgs/{org}/agents/{agent}/personality' \\\n  --data '{ "text": "It'"'"'s sunny" }' \\\n  --draft "$DRAFT_ID"`,
  },
  {
    title: 'passes an Idempotency-Key, which the command line does not',
    curl: `curl "${agent}/people" ${key} -H 'idempotency-key: form-4711' ${json} -d '{ "fullName": "A Visitor" }'`,
    sdk: `await agent.people.create({\n  fullName: 'A Visitor',\n}, {\n  idempotencyKey: 'form-4711',\n})`,
    cli: undefined,
  },
  {
    title: 'follows a stream',
    curl: `curl -N "${agent}/campaigns/$CAMPAIGN_ID/progress" ${key}`,
    sdk: `for await (const { event, data } of agent.campaigns.progress.stream(campaignId)) console.log(event, data)`,
    cli: `parley get "/orgs/{org}/agents/{agent}/campaigns/$CAMPAIGN_ID/progress"`,
  },
  {
    title: 'sends a file',
    curl: `curl "${agent}/people/import" ${key} -H 'content-type: text/csv' --data-binary @people.csv`,
    sdk: `import { readFile } from 'node:fs/promises'\n\nawait agent.people.import(await readFile('people.csv'), {\n  headers: { 'content-type': 'text/csv' },\n})`,
    cli: undefined,
  },
  {
    title: 'imports a document',
    curl: `curl "${agent}/import" ${key} -H 'content-type: application/yaml' --data-binary @harbour.yaml`,
    sdk: `import { readFile } from 'node:fs/promises'\n\nawait agent.import(await readFile('harbour.yaml'), {\n  headers: { 'content-type': 'application/yaml' },\n})`,
    cli: `parley post '/orgs/{org}/agents/{agent}/import' --file harbour.yaml`,
  },
  {
    title: 'sends through the gateway, which the command line does not',
    curl: `curl "$GATEWAY/v4/messages" -H "authorization: Bearer $TOKEN" ${json} -d '{ "userId": "'$USER_ID'", "messages": [{ "aml": "Hi" }] }'`,
    sdk: `await gateway.messages.send({ userId, messages: [{ aml: 'Hi' }] })`,
    cli: undefined,
  },
  {
    title: 'has only curl for the handset lab',
    curl: `curl "$GATEWAY/lab/v1/handsets/rcs/+12025550143/events" -H "authorization: Bearer $TOKEN" ${json} -d '{ "type": "typing" }'`,
    sdk: undefined,
    cli: undefined,
  },
  {
    title: 'has only curl for a key of its own',
    curl: `curl "${agent}/people" -H "authorization: Bearer $JOURNEY_KEY"`,
    sdk: undefined,
    cli: undefined,
  },
  {
    title: 'calls a public route',
    curl: `curl "$PARLEY/v1/auth/methods"`,
    sdk: `console.log(await parley.auth.methods.get())`,
    cli: `parley get '/auth/methods'`,
  },
]

for (const { title, curl, sdk, cli } of cases) {
  test(`an example ${title}`, () => {
    const request = parseCurl(curl) ?? assert.fail('it cannot be parsed')
    assert.equal(toTypeScript(request, operations), sdk)
    assert.equal(toCommandLine(request), cli)
  })
}

test('an example of an unknown route has no method of the SDK', () => {
  const request = parseCurl(`curl "${agent}/nowhere" ${key}`) ?? assert.fail()
  assert.equal(toTypeScript(request, operations), undefined)
})

test('variables are values of the program, and their names in other texts are replaced', () => {
  const body = `'{ "text": "Hi '$NAME', that is \`5\`", "quote": "a \\"b\\" c" }'`
  const request = parseCurl(`curl "${agent}/message-templates" ${key} ${json} -d ${body}`) ?? assert.fail()
  assert.equal(
    toTypeScript(request, operations),
    `await agent.messageTemplates.create({\n  text: \`Hi \${name}, that is \\\`5\\\`\`,\n  quote: 'a "b" c',\n})`,
  )
})

const notExamples = [
  ['another program', 'npm install'],
  ['nothing', ''],
  ['no address', 'curl -s'],
  ['an address without a variable', 'curl "http://127.0.0.1:4000/v1/me"'],
  ['two commands', `curl "$PARLEY/v1/me"\ncurl "$PARLEY/v1/me"`],
  ['two addresses', `curl "$PARLEY/v1/me" "$PARLEY/v1/me"`],
  ['an unknown option', `curl --insecure "$PARLEY/v1/me"`],
  ['an open quote', `curl "$PARLEY/v1/me`],
  ['a body that is not JSON', `curl "$PARLEY/v1/me" -d '{ "a": }'`],
  ['a variable that the shell does not replace', `curl "$PARLEY/v1/me" -d '{ "a": "$PERSON_ID" }'`],
  ['a filter whose result is not saved', `curl "$PARLEY/v1/me" | jq -r .id`],
  ['a response that is saved whole', `ME=$(curl -s "$PARLEY/v1/me")`],
  ['another filter program', `ME=$(curl -s "$PARLEY/v1/me" | sed s/a/b/)`],
  ['a redirection', `curl "$PARLEY/v1/me" > me.json`],
  ['a second program', `curl "$PARLEY/v1/me"; rm me.json`],
] as const

for (const [title, command] of notExamples) {
  test(`a command with ${title} is no example`, () => assert.equal(parseCurl(command), undefined))
}
