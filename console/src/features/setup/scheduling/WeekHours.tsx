import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/scheduling.ts'
import type { SchedulingWindow } from './scheduling-form.ts'

/** Monday first; the numbers are the API's, where 0 is Sunday. */
const weekdayNumbers = [1, 2, 3, 4, 5, 6, 0] as const

const minutesOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the windows of a day with their indexes in the whole list. */
export const listWindowsOnDay = (
  windows: readonly SchedulingWindow[],
  dayOfWeek: number,
): { window: SchedulingWindow; at: number }[] =>
  windows
    .map((window, at) => ({ window, at }))
    .filter(({ window }) => window.dayOfWeek === dayOfWeek)
    .sort((one, other) => one.window.startTime.localeCompare(other.window.startTime))

/** Copies Monday's hours to every working day. */
export function copyMondayHours(windows: readonly SchedulingWindow[]): SchedulingWindow[] {
  const monday = windows.filter(({ dayOfWeek }) => dayOfWeek === 1)
  const weekend = windows.filter(({ dayOfWeek }) => dayOfWeek === 0 || dayOfWeek === 6)
  return [...[1, 2, 3, 4, 5].flatMap((dayOfWeek) => monday.map((window) => ({ ...window, dayOfWeek }))), ...weekend]
}

/** Returns a new window after the existing ones: an hour later, or the default hours of a day. */
export function createNextWindow(windows: readonly SchedulingWindow[], dayOfWeek: number): SchedulingWindow {
  const last = listWindowsOnDay(windows, dayOfWeek).at(-1)?.window
  if (!last) return { dayOfWeek, startTime: '09:00', endTime: '17:00' }
  const start = Math.min(minutesOfDay(last.endTime) + 60, 23 * 60)
  return { dayOfWeek, startTime: clock(start), endTime: clock(Math.min(start + 120, 23 * 60 + 59)) }
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const { scheduling: texts } = strings

type Props = {
  label: string
  description?: string
  windows: readonly SchedulingWindow[]
  onChange: (windows: SchedulingWindow[]) => void
  errorAt: (at: number) => React.ReactNode
  readOnly: boolean
}

/** Opening hours of a week: one row per day, each with a bar. */
export function WeekHours({ label, description, windows, onChange, errorAt, readOnly }: Props) {
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <div>
        <Input.Label labelElement="div">{label}</Input.Label>
        {description && <Input.Description>{description}</Input.Description>}
      </div>
      {weekdayNumbers.map((day) => (
        <Day key={day} {...{ day, windows, onChange, errorAt, readOnly }} />
      ))}
      {!readOnly && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => onChange(copyMondayHours(windows))}
          >
            {texts.likeMonday}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type DayProps = Omit<Props, 'label' | 'description'> & { day: number }

function Day({ day, windows, onChange, errorAt, readOnly }: DayProps) {
  const name = texts.days[day] ?? ''
  const today = listWindowsOnDay(windows, day)
  const put = (at: number, change: Partial<SchedulingWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...change } : window)))
  return (
    <Group gap="sm" align="flex-start">
      <Stack gap={4} w={92} pt={6}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Bar windows={today.map(({ window }) => window)} />
      </Stack>
      <Stack gap={4} flex="1 1 210px" miw={0}>
        {today.length === 0 && (
          <Text size="sm" className="quiet" pt={6}>
            {texts.closed}
          </Text>
        )}
        {today.map(({ window, at }) => (
          <Hours
            key={at}
            {...{ name, window, readOnly, error: errorAt(at) }}
            put={(change) => put(at, change)}
            remove={() => onChange(windows.filter((_, index) => index !== at))}
          />
        ))}
      </Stack>
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={texts.addHours(name)}
          onClick={() => onChange([...windows, createNextWindow(windows, day)])}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

type HoursProps = {
  name: string
  window: SchedulingWindow
  put: (change: Partial<SchedulingWindow>) => void
  remove: () => void
  error: React.ReactNode
  readOnly: boolean
}

function Hours({ name, window: { startTime, endTime }, put, remove, error, readOnly }: HoursProps) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <TimeInput
        miw={0}
        aria-label={texts.from(name)}
        value={startTime}
        onChange={(event) => put({ startTime: event.currentTarget.value })}
        error={error}
      />
      <Text pt={6} aria-hidden>
        –
      </Text>
      <TimeInput
        miw={0}
        aria-label={texts.to(name)}
        value={endTime}
        onChange={(event) => put({ endTime: event.currentTarget.value })}
      />
      {!readOnly && (
        <ActionIcon variant="subtle" color="red" size="lg" aria-label={texts.removeHours(name)} onClick={remove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

const day = 24 * 60

function Bar({ windows }: { windows: readonly SchedulingWindow[] }) {
  return (
    <svg width="84" height="8" viewBox={`0 0 ${day} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={day} height="8" rx="4" fill="var(--mantine-color-default-border)" />
      {windows.map(({ startTime, endTime }) => (
        <rect
          key={`${startTime} ${endTime}`}
          x={minutesOfDay(startTime)}
          width={Math.max(0, minutesOfDay(endTime) - minutesOfDay(startTime))}
          height="8"
          fill="var(--mantine-primary-color-filled)"
        />
      ))}
    </svg>
  )
}
