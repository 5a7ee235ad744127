import { Text, Timeline } from '@mantine/core'
import { words } from '#words/channels.ts'
import { When } from '../../../parts/When.tsx'
import type { Binding } from '../data.ts'
import { Section } from './Section.tsx'

const { binding: w } = words

/** Every move of the status, the newest first. */
export function StatusTimeline({ binding: { events } }: { binding: Binding }) {
  const newest = [...events].reverse()
  return (
    <Section title={w.timeline}>
      <Timeline active={newest.length} bulletSize={16} lineWidth={2} reverseActive>
        {newest.map(({ at, to, note, actor }) => (
          <Timeline.Item key={`${at} ${to}`} title={words.statuses[to]}>
            {note && <Text size="sm">{note}</Text>}
            <Text size="sm" className="quiet">
              <When at={at} /> {w.by[actor]}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  )
}
