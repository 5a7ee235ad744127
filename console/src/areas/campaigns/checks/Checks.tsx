import { Alert, Button, Fieldset, Grid, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { words } from '#words/campaigns.ts'
import { useCan } from '../../../app/org.ts'
import { When } from '../../../parts/When.tsx'
import type { Campaign } from '../campaign.ts'
import type { Step } from '../search.ts'
import { useMoving } from '../useCampaign.ts'
import { Estimates } from './Estimates.tsx'
import { Funnel } from './Funnel.tsx'
import { Previews } from './Previews.tsx'
import { SendableBar } from './SendableBar.tsx'
import { Staging } from './Staging.tsx'

const { checks, staging } = words
type Given = { campaign: Campaign; onStep: (step: Step) => void }

/** Who gets it, who does not and why, how long it takes, and what they will read. */
export function Checks({ campaign, onStep }: Given) {
  const can = useCan('editor')
  const moving = useMoving(campaign.id, 'stage')
  if (campaign.staging || moving.isPending) return <Staging campaign={campaign} />
  if (campaign.status === 'draft') return <NotStaged run={can ? () => moving.mutate() : undefined} />
  return (
    <Stack>
      {campaign.counts.sendable === 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={checks.nobody} />
      )}
      <SendableBar campaign={campaign} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Fieldset legend={checks.funnel}>
            <Funnel campaign={campaign} />
          </Fieldset>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Estimate campaign={campaign} />
        </Grid.Col>
      </Grid>
      <Fieldset legend={checks.previews}>
        <Previews campaign={campaign} />
      </Fieldset>
      <Group justify="space-between">
        <Button variant="default" onClick={() => onStep('audience')}>
          {words.back}
        </Button>
        <Group gap="xs">
          {can && (
            <Button variant="default" onClick={() => moving.mutate()}>
              {staging.again}
            </Button>
          )}
          <Button onClick={() => onStep(campaign.test ? 'start' : 'rehearse')}>{words.next}</Button>
        </Group>
      </Group>
    </Stack>
  )
}

function NotStaged({ run }: { run: (() => void) | undefined }) {
  return (
    <Alert color="gray" title={staging.not}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{staging.notText}</Text>
        {run && (
          <Button size="sm" onClick={run}>
            {staging.run}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function Estimate({ campaign }: { campaign: Campaign }) {
  return (
    <Fieldset legend={checks.estimate}>
      <List size="sm" spacing={4}>
        <Estimates campaign={campaign} />
      </List>
      <Text size="sm" className="quiet" mt="xs">
        {staging.at} <When at={campaign.stagedAt} />
      </Text>
    </Fieldset>
  )
}
