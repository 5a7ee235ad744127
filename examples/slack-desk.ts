// Mirrors the desk of an agent into Slack. A second agent has a Slack binding; this program is its webhook. A person who
// waits becomes a message to each member, and the member's replies in its thread take the conversation and answer the
// person. `take`, `return`, `return <note>` and `close` in the thread move it. Set the URL of this program as the webhook
// of the Slack agent, then:
// PARLEY_API_KEY=… ORG=demo DESK_AGENT=front-desk SLACK_AGENT=slack ACCESS_TOKEN=… SIGNING_SECRET=…
// MEMBERS=U0123=user_01,U0456=user_02 node examples/slack-desk.ts
import { createServer } from 'node:http'
import {
  Conflict,
  createBot,
  createDeskClient,
  type DeskEvent,
  Gateway,
  message,
  native,
  Parley,
  ParleyError,
  text,
} from '@parley/sdk'

const { PARLEY_URL = 'http://127.0.0.1:4000', GATEWAY_URL = 'http://127.0.0.1:4001', PORT = '8788' } = process.env
const { PARLEY_API_KEY = '', ORG = '', DESK_AGENT = '', SLACK_AGENT = '' } = process.env
const { ACCESS_TOKEN = '', SIGNING_SECRET = '', MEMBERS = '' } = process.env

const org = new Parley({ url: PARLEY_URL, apiKey: PARLEY_API_KEY }).org(ORG)
const [deskAgent, slackAgent] = [org.agent(DESK_AGENT), org.agent(SLACK_AGENT)]
const gateway = new Gateway({ url: GATEWAY_URL, accessToken: ACCESS_TOKEN })

/** A member of the org, and the userId under which the Slack agent reaches them. */
type SlackMember = { memberId: string; slackId: string; userId: string }
const members: SlackMember[] = []
for (const pair of MEMBERS.split(',').filter(Boolean)) {
  const [slackId = '', memberId = ''] = pair.split('=')
  members.push({ memberId, slackId, userId: await findSlackUser(slackId) })
}

/** The Slack agent knows each member as a Person with a tag; created on first use. */
async function findSlackUser(slackId: string): Promise<string> {
  const tag = `desk-${slackId}`
  const known = (await slackAgent.get('/people', { query: { tag } })).data[0]
  const person = known ?? (await slackAgent.post('/people', { body: { fullName: slackId, tags: [tag] } }))
  const identity = person.identities.find(({ channel }) => channel === 'workchatD')
  if (identity) return identity.asid
  const body = { channel: 'workchatD', address: slackId } as const
  return (await slackAgent.post('/people/{personId}/identities', { path: { personId: person.id }, body })).asid
}

const earliest = () => new Date(Date.now() - 7 * 86_400_000).toISOString()
const listMessages = (userId: string, origin: 'user' | 'agent') =>
  slackAgent.each('/messages', { query: { userId, origin, type: 'content', start: earliest(), limit: 100 } })

/** The first message of a thread names its conversation, so that a restart of this program forgets nothing. */
const nameOf = (conversation: string) => `(${conversation})`

async function findThread(member: SlackMember, conversation: string): Promise<string | undefined> {
  for await (const { channelMessageId = '', raw } of listMessages(member.userId, 'agent'))
    if (JSON.stringify(raw).includes(nameOf(conversation))) return channelMessageId.split('/')[1]
  return undefined
}

/** The conversation of the thread that a member wrote in. */
async function findConversation(member: SlackMember, eventId: string): Promise<string | undefined> {
  let thread: string | undefined
  for await (const entry of listMessages(member.userId, 'user'))
    if (entry.messageId === eventId) {
      thread = entry.channelConversationId
      break
    }
  if (!thread?.includes('/')) return undefined
  for await (const { channelMessageId, raw } of listMessages(member.userId, 'agent'))
    if (channelMessageId === thread) return /\((\w+)\)/.exec(JSON.stringify(raw))?.[1]
  return undefined
}

/** Posts into the thread of a conversation, or opens it. The id makes a repeat harmless. */
async function post(member: SlackMember, words: string, { conversation, id }: { conversation: string; id: string }) {
  const thread = await findThread(member, conversation)
  const line = thread === undefined ? `${words} ${nameOf(conversation)}` : words
  const part = native('workchatD', { text: escapeSlack(line), thread_ts: thread ?? null }, [text(line)])
  await gateway.post('/messages', { body: { userId: member.userId, messages: [{ id, ...message(part) }] } })
}

const escapeSlack = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function follow(): Promise<void> {
  for await (const event of createDeskClient(deskAgent).events()) {
    // A refusal concerns this event alone: the person may have been erased since, or a member may have left Slack.
    await mirror(event).catch((error) => {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error
      process.stderr.write(`${event.event} of ${event.userId} is not in Slack: ${error.message}\n`)
    })
  }
}

async function mirror({ event, id, userId, assignee, by, messageId }: DeskEvent): Promise<void> {
  const { name = userId, lastText } = await createDeskClient(deskAgent).get(userId)
  for (const member of members) {
    const place = { conversation: userId, id: `${event}-${id}-${member.slackId}` }
    const isTheirs = assignee === undefined || assignee === member.memberId
    if (event === 'waiting' && isTheirs)
      await post(member, `${name} is waiting: “${lastText}”. Reply in this thread to answer.`, place)
    if (event === 'message' && by === undefined && assignee === member.memberId)
      await post(member, `${name}: ${await readText(userId, messageId)}`, place)
    const isMove = event === 'taken' || event === 'returned' || event === 'closed'
    if (isMove && by !== member.memberId && (await findThread(member, userId)))
      await post(member, `${name}: ${event}${by === undefined ? '' : ` by ${by}`}`, place)
  }
}

async function readText(userId: string, messageId = ''): Promise<string> {
  const { data } = await deskAgent.get('/messages', { query: { userId, type: 'content', limit: 50 } })
  return data.find((entry) => entry.messageId === messageId)?.text ?? ''
}

const bot = createBot({
  signingSecret: SIGNING_SECRET,
  async onMessage({ eventId, userId, message: { text: words = '' } }) {
    const member = members.find((one) => one.userId === userId)
    if (!member) return 'You are not a member of this desk.'
    const conversation = await findConversation(member, eventId)
    if (conversation === undefined) return 'Reply in the thread of a person who is waiting.'
    const desk = createDeskClient(deskAgent, { as: member.memberId })
    const [, command = '', note] = /^(take|return|close)\b\s*(.*)$/is.exec(words.trim()) ?? []
    try {
      if (command === 'return') await desk.return(conversation, note)
      else if (command === 'close') await desk.close(conversation)
      else {
        const { state, assignee } = await desk.get(conversation)
        if (state !== 'human' || assignee !== member.memberId) await desk.take(conversation)
        if (command !== 'take') await desk.say(conversation, words, { id: eventId })
      }
    } catch (error) {
      if (error instanceof Conflict && error.code === 'desk.taken') return error.message
      if (error instanceof ParleyError && error.status < 500) return `Not sent: ${error.message}`
      throw error
    }
    return undefined
  },
})

createServer(bot.node).listen(Number(PORT), '127.0.0.1')
await follow()
