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
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/people.ts'
import { useNames, usePlaceTimeZone } from '../../../api/lookups.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { formatDateTime, localizeTimestamps } from '../../../components/times.ts'
import type { TimelineItem } from './timeline-readers.ts'

const { timeline } = strings
type EntryText = {
  icon: typeof IconSend
  title: string
  text?: ReactNode
  badges?: { status: string; label: string }[]
}

export function TimelineEntry({ entry }: { entry: TimelineItem }) {
  const outreachName = useNames('outreach')
  const zone = usePlaceTimeZone() ?? 'UTC'
  const { icon: Icon, title, text, badges = [] } = describeEntry(entry, outreachName, zone)
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
            <Timestamp at={entry.at} />
          </Text>
        </Group>
        {text && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        )}
        <EntryDetails entry={entry} />
      </Stack>
    </Group>
  )
}

function EntryDetails({ entry }: { entry: TimelineItem }) {
  const routeIds = useRouteIds()
  if (entry.kind === 'message') {
    const { sessionId: conversation, messageId: message } = entry.message
    return (
      <AnchorLink to="/orgs/$org/agents/$agent/inbox" params={routeIds} search={{ conversation, message }} size="xs">
        {timeline.conversation}
      </AnchorLink>
    )
  }
  if (entry.kind !== 'send') return null
  const { sendId } = entry.send
  return (
    <AnchorLink to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...routeIds, sendId }} size="xs">
      {timeline.openSend}
    </AnchorLink>
  )
}

function describeEntry(entry: TimelineItem, outreachName: (id: string) => string, zone: string): EntryText {
  switch (entry.kind) {
    case 'message':
      return describeMessage(entry)
    case 'appointment':
      return describeAppointment(entry, zone)
    case 'consent': {
      const { status, source, evidence, by } = entry.consent
      const text = [strings.consent.by[by.kind], source, evidence].filter(Boolean).join(' · ')
      return { icon: IconShieldCheck, title: strings.consents[status], text }
    }
    case 'journal': {
      const title = entry.entry.author === 'agent' ? timeline.agentNoted : timeline.operatorNoted
      return { icon: IconNotebook, title, text: entry.entry.text }
    }
    case 'send':
      return describeSend(entry, outreachName(entry.send.outreachId))
  }
}

function describeMessage({ message }: Extract<TimelineItem, { kind: 'message' }>): EntryText {
  const { origin, type, text, error } = message
  const channel = channelName(message.emulatedChannel ?? message.channel)
  if (type === 'status') {
    const says = message.subtype === 'optOut' ? timeline.stopped : timeline.started
    return { icon: IconHandStop, title: says(channel) }
  }
  const content = text ?? timeline.noText
  if (origin === 'agent') {
    const badges = error ? [{ status: 'failed', label: timeline.delivery.failed }] : []
    const why = error ? `\n${timeline.notArrived(error)}` : ''
    return { icon: IconRobot, title: timeline.agentWrote(channel), text: content + why, badges }
  }
  const title = type === 'action' ? timeline.tapped(channel) : timeline.personWrote(channel)
  return { icon: IconMessageCircle, title, text: content }
}

type AppointmentItem = Extract<TimelineItem, { kind: 'appointment' }>

function describeAppointment({ appointment, step }: AppointmentItem, zone: string): EntryText {
  const when = formatDateTime(step.to ?? step.from ?? appointment.startUtc, zone)
  const text = [appointment.representativeName, step.reason].filter(Boolean).join(' · ')
  return { icon: IconCalendar, title: timeline.appointment[step.action](when), text }
}

function describeSend({ send }: Extract<TimelineItem, { kind: 'send' }>, outreach: string): EntryText {
  const { delivery, state, detail, respondedAt } = send
  const furthest = delivery.read ? 'read' : delivery.delivered ? 'delivered' : undefined
  const badges = [
    { status: state, label: timeline.sendState[state] ?? state },
    ...(delivery.failed ? [{ status: 'failed', label: timeline.delivery.failed }] : []),
    ...(furthest ? [{ status: furthest, label: timeline.delivery[furthest] }] : []),
    ...(respondedAt ? [{ status: 'read', label: timeline.delivery.responded }] : []),
  ]
  return { icon: IconSend, title: timeline.send(outreach), text: detail && localizeTimestamps(detail), badges }
}
