import { Text, Timeline } from '@mantine/core'
import { strings } from '#i18n/channels.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

const { binding: statusTimelineTexts } = strings

/** Every move of the status, the newest first. */
export function StatusTimeline({ binding: { events } }: { binding: ChannelBinding }) {
  const newest = [...events].reverse()
  return (
    <BindingSection title={statusTimelineTexts.timeline}>
      <Timeline active={newest.length} bulletSize={16} lineWidth={2} reverseActive>
        {newest.map(({ at, to, note, actor }) => (
          <Timeline.Item key={`${at} ${to}`} title={strings.statuses[to]}>
            {note && <Text size="sm">{note}</Text>}
            <Text size="sm" className="quiet">
              <Timestamp at={at} /> {statusTimelineTexts.by[actor]}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </BindingSection>
  )
}
