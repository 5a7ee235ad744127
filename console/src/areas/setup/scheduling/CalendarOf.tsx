import { Button, Group, Select, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/setup.ts'
import { useAgent, useCan, useOrg } from '../../../app/org.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { tell } from '../../../parts/tell.tsx'

const { scheduling: said } = words

/** The calendar of a representative: its busy times are no open times, and what is booked goes into it. */
export function CalendarOf({ representativeId, name }: { representativeId: string; name: string }) {
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
    onError: tell.failed,
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
          label={said.calendar}
          description={said.calendarHelp}
          placeholder={said.noCalendar}
          data={choices}
          value={link?.connectionId ?? null}
          clearable
          onChange={(id) => change.mutate(id)}
        />
      ) : (
        <Text size="sm">{link ? said.linked(name) : said.connectFirst}</Text>
      )}
      {link && <StatusBadge status={link.status} label={words.tools.oauth[link.status]} />}
      {link && mayEdit && (
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(null)}>
          {said.unlink}
        </Button>
      )}
    </Group>
  )
}
