import { Button, Group, Select, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/setup.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'

const { scheduling: representativeCalendarTexts } = strings

/** The calendar of a representative: its busy times are no open times, and what is booked goes into it. */
export function RepresentativeCalendar({ representativeId, name }: { representativeId: string; name: string }) {
  const agent = useAgent()
  const org = useOrg()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const links = useQuery({
    queryKey: agent.key('calendars'),
    queryFn: ({ signal }) => agent.api.get('/scheduling/calendars', { query: { limit: 200 }, signal }),
  })
  const connections = useQuery({
    queryKey: org.key('connections'),
    queryFn: ({ signal }) => org.api.get('/connections', { signal }),
    enabled: mayEdit,
  })
  const path = { representativeId }
  const template = '/scheduling/representatives/{representativeId}/calendar'
  const change = useMutation({
    mutationFn: async (connectionId: string | null) => {
      if (connectionId) await agent.api.put(template, { path, body: { connectionId } })
      else await agent.api.delete(template, { path })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('calendars') }),
    onError: notify.error,
  })
  const link = links.data?.data.find((one) => one.representativeId === representativeId)
  const choices = (connections.data?.data ?? []).map(({ id, label, accountLabel }) => ({
    value: id,
    label: [label, accountLabel].filter(Boolean).join(' · '),
  }))
  return (
    <Group gap="xs" align="flex-end">
      {mayEdit && choices.length > 0 ? (
        <Select
          label={representativeCalendarTexts.calendar}
          description={representativeCalendarTexts.calendarHelp}
          placeholder={representativeCalendarTexts.noCalendar}
          data={choices}
          value={link?.connectionId ?? null}
          clearable
          onChange={(id) => change.mutate(id)}
        />
      ) : (
        <Text size="sm">
          {link ? representativeCalendarTexts.linked(name) : representativeCalendarTexts.connectFirst}
        </Text>
      )}
      {link && <StatusBadge status={link.status} label={strings.tools.oauth[link.status]} />}
      {link && mayEdit && (
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(null)}>
          {representativeCalendarTexts.unlink}
        </Button>
      )}
    </Group>
  )
}
