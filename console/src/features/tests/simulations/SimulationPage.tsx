import { Badge, Button, Card, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/proof.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { testPaths } from '../shared/test-paths.ts'
import { OutcomeBar } from './OutcomeBar.tsx'
import { SimulatedConversations } from './SimulatedConversations.tsx'
import { SimulationBadge } from './SimulationsPage.tsx'
import { StartSimulation } from './StartSimulation.tsx'
import { isSimulationOver, type Simulation, toFunnel, useSimulation } from './simulation-data.ts'
import { toSimulationForm } from './simulation-form.ts'
import styles from './simulations.module.css'

const { simulation: texts } = strings
const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

export function SimulationPage() {
  const { simulationId } = useParams({ from: testPaths.simulation })
  const { data, error, refetch } = useSimulation(simulationId)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <PageLayout
      key={simulationId}
      title={texts.title(format.format(new Date(data.createdAt)))}
      lead={strings.simulations.describe(data.profiles.length, data.count)}
      beside={<Beside simulation={data} />}
      actions={<Actions simulation={data} />}
    >
      <Stack>
        <Progress simulation={data} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Funnel simulation={data} />
          <Failures simulation={data} />
        </SimpleGrid>
        <SimulatedConversations simulation={data} />
      </Stack>
    </PageLayout>
  )
}

function Beside({ simulation: { status, seed, draftId } }: { simulation: Simulation }) {
  return (
    <>
      <SimulationBadge status={status} />
      <Badge variant="default" tt="none">
        {texts.seed(seed)}
      </Badge>
      {draftId !== undefined && (
        <Badge variant="default" tt="none">
          {texts.draft}
        </Badge>
      )}
    </>
  )
}

function Actions({ simulation }: { simulation: Simulation }) {
  const can = useCan('editor')
  const agent = useAgent()
  const queries = useQueryClient()
  const [starting, { open, close }] = useDisclosure()
  const path = { simulationId: simulation.id }
  const canceling = useMutation({
    mutationFn: () => agent.api.post('/simulations/{simulationId}/cancel', { path }),
    onSuccess: (canceled) => queries.setQueryData(agent.key('simulations', simulation.id), canceled),
    onError: notify.error,
  })
  if (!can) return null
  return (
    <>
      {isSimulationOver(simulation) ? (
        <Button variant="default" onClick={open}>
          {texts.again}
        </Button>
      ) : (
        <Button variant="default" loading={canceling.isPending} onClick={() => canceling.mutate()}>
          {texts.cancel}
        </Button>
      )}
      {starting && <StartSimulation initial={toSimulationForm(simulation)} onClose={close} />}
    </>
  )
}

/** How many conversations have ended, how, and what they were like. */
function Progress({ simulation }: { simulation: Simulation }) {
  const { done, count, goalRate, medianTurns, ruleHits, errors, cost } = simulation
  const facts = [
    [texts.facts.goalRate, texts.percent(goalRate)],
    [texts.facts.medianTurns, String(medianTurns)],
    [texts.facts.ruleHits, String(ruleHits)],
    [texts.facts.errors, String(errors)],
    ...(cost ? [[texts.facts.cost, `${cost.amount.toFixed(2)} ${cost.currency}`]] : []),
  ] as const
  return (
    <Card withBorder>
      <Stack gap="xs">
        <OutcomeBar {...simulation} size="lg" />
        <Group justify="space-between" role="status" aria-label={texts.progress}>
          <Text fw={600}>{texts.done(done, count)}</Text>
        </Group>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <Text component="dt" size="xs" className="quiet">
                {label}
              </Text>
              <Text component="dd" m={0} fw={600}>
                {value}
              </Text>
            </div>
          ))}
        </dl>
      </Stack>
    </Card>
  )
}

const funnelLabels = {
  all: texts.all,
  answered: texts.answered,
  contained: texts.contained,
  goal: texts.goal,
}

function Funnel({ simulation }: { simulation: Simulation }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.funnel}>
      <Title order={2} size="h5" mb="xs">
        {texts.funnel}
      </Title>
      <ol className={styles.funnel}>
        {toFunnel(simulation).map(({ id, count, of }) => (
          <li key={id} aria-label={texts.funnelStep(funnelLabels[id], count, of)}>
            <span className={styles.bar} style={{ width: `${of === 0 ? 0 : (100 * count) / of}%` }} aria-hidden />
            <span className={styles.label}>{funnelLabels[id]}</span>
            <span className={styles.number}>{texts.counted(count, of)}</span>
          </li>
        ))}
      </ol>
    </Paper>
  )
}

/** Conversations without the goal, grouped by their cause. */
function Failures({ simulation: { failures, done } }: { simulation: Simulation }) {
  const navigate = useNavigate()
  const params = useParams({ from: testPaths.simulation })
  const search = useSearch({ from: testPaths.simulation })
  const show = (conversation: string) =>
    navigate({ to: testPaths.simulation, params, search: { ...search, conversation } })
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.failures}>
      <Title order={2} size="h5" mb="xs">
        {texts.failures}
      </Title>
      {failures.length === 0 && (
        <Text size="sm" className="quiet">
          {done === 0 ? texts.none : strings.coverage.none}
        </Text>
      )}
      <List listStyleType="none" spacing={6} size="sm">
        {failures.map(({ cause, count, conversationId }) => (
          <List.Item key={cause}>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <span>
                <Text span fw={600} size="sm">
                  {texts.failureCount(count)}
                </Text>{' '}
                {cause}
              </span>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={texts.showOneOf(cause)}
                onClick={() => show(conversationId)}
              >
                {texts.showOne}
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
