import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import {
  IconCalendar,
  IconHandStop,
  IconMessageCircle,
  IconNotebook,
  IconRobot,
  IconSend,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { channelName } from '#words/channel-names.ts'
import { words } from '#words/people.ts'
import { useNames } from '../../../api/names.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { spoken } from '../../../parts/spoken.ts'
import { When } from '../../../parts/When.tsx'
import { spokenTime } from '../appointments/times.ts'
import type { Entry } from './entries.ts'

const { timeline } = words
type Told = { icon: typeof IconSend; title: string; text?: ReactNode; badges?: { status: string; label: string }[] }

export function TimelineEntry({ entry }: { entry: Entry }) {
  const outreachName = useNames('outreach')
  const { icon: Icon, title, text, badges = [] } = toldOf(entry, outreachName)
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" py="xs">
      <ThemeIcon variant="default" radius="xl" size="md" aria-hidden mt={2}>
        <Icon size={14} />
      </ThemeIcon>
      <Stack gap={2} flex={1} miw={0}>
        <Group justify="space-between" gap="xs">
          <Group gap={6}>
            <Text size="sm" fw={500}>
              {title}
            </Text>
            {badges.map(({ status, label }) => (
              <StatusBadge key={label} status={status} label={label} />
            ))}
          </Group>
          <Text size="xs" className="quiet">
            <When at={entry.at} />
          </Text>
        </Group>
        {text && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        )}
        <More entry={entry} />
      </Stack>
    </Group>
  )
}

/** Where the rest of it stands. */
function More({ entry }: { entry: Entry }) {
  const place = usePlace()
  if (entry.kind === 'message') {
    const { sessionId: conversation, messageId: message } = entry.message
    return (
      <AnchorLink to="/orgs/$org/agents/$agent/inbox" params={place} search={{ conversation, message }} size="xs">
        {timeline.conversation}
      </AnchorLink>
    )
  }
  if (entry.kind !== 'send') return null
  const { sendId } = entry.send
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...place, sendId }} size="xs">
      {timeline.openSend}
    </AnchorLink>
  )
}

function toldOf(entry: Entry, outreachName: (id: string) => string): Told {
  switch (entry.kind) {
    case 'message':
      return toldMessage(entry)
    case 'appointment':
      return toldAppointment(entry)
    case 'consent': {
      const { status, source, evidence, by } = entry.consent
      const text = [words.consent.by[by.kind], source, evidence].filter(Boolean).join(' · ')
      return { icon: IconShieldCheck, title: words.consents[status], text }
    }
    case 'journal': {
      const title = entry.entry.author === 'agent' ? timeline.agentNoted : timeline.operatorNoted
      return { icon: IconNotebook, title, text: entry.entry.text }
    }
    case 'send':
      return toldSend(entry, outreachName(entry.send.outreachId))
  }
}

function toldMessage({ message }: Extract<Entry, { kind: 'message' }>): Told {
  const { origin, type, text, error } = message
  const channel = channelName(message.emulatedChannel ?? message.channel)
  if (type === 'status') {
    const says = message.subtype === 'optOut' ? timeline.stopped : timeline.started
    return { icon: IconHandStop, title: says(channel) }
  }
  const said = text ?? timeline.noText
  if (origin === 'agent') {
    const badges = error ? [{ status: 'failed', label: timeline.delivery.failed }] : []
    const why = error ? `\n${timeline.notArrived(error)}` : ''
    return { icon: IconRobot, title: timeline.agentSaid(channel), text: said + why, badges }
  }
  const title = type === 'action' ? timeline.tapped(channel) : timeline.said(channel)
  return { icon: IconMessageCircle, title, text: said }
}

function toldAppointment({ appointment, step }: Extract<Entry, { kind: 'appointment' }>): Told {
  const when = spokenTime(step.to ?? step.from ?? appointment.startUtc)
  const text = [appointment.representativeName, step.reason].filter(Boolean).join(' · ')
  return { icon: IconCalendar, title: timeline.appointment[step.action](when), text }
}

function toldSend({ send }: Extract<Entry, { kind: 'send' }>, outreach: string): Told {
  const { delivery, state, detail, respondedAt } = send
  const furthest = delivery.read ? 'read' : delivery.delivered ? 'delivered' : undefined
  const badges = [
    { status: state, label: timeline.sendState[state] ?? state },
    ...(delivery.failed ? [{ status: 'failed', label: timeline.delivery.failed }] : []),
    ...(furthest ? [{ status: furthest, label: timeline.delivery[furthest] }] : []),
    ...(respondedAt ? [{ status: 'read', label: timeline.delivery.responded }] : []),
  ]
  return { icon: IconSend, title: timeline.send(outreach), text: detail && spoken(detail), badges }
}
