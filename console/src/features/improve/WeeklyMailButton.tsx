import { Button, Group, Popover, Select, Stack, Switch, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/improve.ts'
import { useAgent } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { getBrowserTimeZone } from '../../components/times.ts'

const { mail: words } = strings
type WeeklyMail = Schema<'WeeklyMail'>
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: words.hour(hour) }))

/** Subscribes the signed-in member to the weekly mail. Absent for a key, which is no member. */
export function WeeklyMailButton() {
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('settings', 'weekly-mail')
  const { data: mail } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => agent.api.get('/settings/weekly-mail', { query: {}, signal }),
    retry: false,
  })
  const saving = useMutation({
    mutationFn: (body: Pick<WeeklyMail, 'subscribed' | 'timeZone' | 'day' | 'hour'>) =>
      agent.api.put('/settings/weekly-mail', { body }),
    onSuccess: (saved) => queries.setQueryData(key, saved),
    onError: notify.error,
  })
  if (!mail) return null
  const save = (change: Partial<WeeklyMail>) => {
    const { day, hour, subscribed } = { ...mail, ...change }
    // The clock that the member reads decides, also after a move to another zone.
    saving.mutate({ subscribed, day, hour, timeZone: getBrowserTimeZone() })
  }
  return (
    <Popover position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconMail size={14} aria-hidden />}>
          {mail.subscribed ? words.on : words.off}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Switch
            label={words.label}
            description={words.description}
            checked={mail.subscribed}
            disabled={saving.isPending}
            onChange={({ currentTarget }) => save({ subscribed: currentTarget.checked })}
          />
          {mail.subscribed && <WhenSent mail={mail} save={save} isSaving={saving.isPending} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type WhenProps = { mail: WeeklyMail; save: (change: Partial<WeeklyMail>) => void; isSaving: boolean }

function WhenSent({ mail: { day, hour, timeZone, nextAt, problem }, save, isSaving }: WhenProps) {
  return (
    <>
      <Group grow gap="xs">
        <Select
          label={words.day}
          data={days.map((one) => ({ value: one, label: words.days[one] }))}
          value={day}
          allowDeselect={false}
          disabled={isSaving}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => save({ day: chosen as WeeklyMail['day'] })}
        />
        <Select
          label={words.time}
          data={hours}
          value={String(hour)}
          allowDeselect={false}
          disabled={isSaving}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => save({ hour: Number(chosen) })}
        />
      </Group>
      <Text size="xs" className="quiet">
        {words.zone(timeZone)}
        {nextAt && (
          <>
            {' '}
            {words.next} <Timestamp at={nextAt} />
          </>
        )}
      </Text>
      {problem && (
        <Text size="xs" role="status">
          {words.problem(problem)}
        </Text>
      )}
    </>
  )
}
