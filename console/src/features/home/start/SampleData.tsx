import { Alert, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/home.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { addSamples, removeSamples } from './sample-data.ts'
import type { AgentProgress } from './start-steps.ts'

const { sample: texts } = strings.start

/** Offers samples to an agent that knows nothing yet, and removes them again. */
export function SampleDataButton({ agentId, progress }: { agentId: string; progress: AgentProgress }) {
  const org = useOrg()
  const mayEdit = useCan('editor')
  const queries = useQueryClient()
  const { hasSamples, facts, things, sources } = progress
  const changing = useMutation({
    mutationFn: () => (hasSamples ? removeSamples : addSamples)(org.api.agent(agentId)),
    onSuccess: () => notify.success(hasSamples ? texts.removed : texts.added),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: org.key('agent', agentId) }),
  })
  if (!mayEdit || (!hasSamples && facts + things + sources > 0)) return null
  const press = async () => {
    const question = { title: texts.removeTitle, text: texts.removeText, ok: texts.remove, danger: true }
    if (!hasSamples || (await askConfirmation(question))) changing.mutate()
  }
  return (
    <Tooltip label={texts.addText} disabled={hasSamples} multiline maw={280}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFlask size={14} aria-hidden />}
        loading={changing.isPending}
        onClick={press}
      >
        {hasSamples ? texts.remove : texts.add}
      </Button>
    </Tooltip>
  )
}

/** The agent that the first start of an installation creates. */
const sampleAgent = { org: 'demo', agent: 'riverside-dental' }

export function SampleAgentNotice({ agentId }: { agentId: string }) {
  const org = useOrg()
  const mayEdit = useCan('editor')
  if (org.id !== sampleAgent.org || agentId !== sampleAgent.agent) return null
  return (
    <Alert color="blue" icon={<IconFlask aria-hidden />} p="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{texts.agent}</Text>
        {mayEdit && (
          <AnchorLink
            size="sm"
            c="inherit"
            underline="always"
            to="/orgs/$org/agents/$agent/edit/danger"
            params={{ org: org.id, agent: agentId }}
          >
            {texts.removeAgent}
          </AnchorLink>
        )}
      </Group>
    </Alert>
  )
}
