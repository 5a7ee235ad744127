import { Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import type { VerificationFinding } from '@parley/flow'
import { IconPlayerPlay } from '@tabler/icons-react'
import { strings } from '#i18n/proof.ts'
import { FindingItem } from '../../../../components/Findings.tsx'
import type { FlowEditorState } from '../useFlowEditor.ts'
import { toLintFinding } from './useFlowVerification.ts'

const { verify: texts } = strings

type Props = { studio: FlowEditorState; play: (finding: VerificationFinding) => void }

/** Every fault of the flow and of the flows that it leads to, with a conversation that shows it. */
export function VerifyPanel({ studio, play }: Props) {
  const { verification } = studio
  const { isRunning, report } = verification
  return (
    <Stack gap="sm">
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
      <Group gap="xs" role="status">
        {isRunning && <Loader size="xs" aria-hidden />}
        <Text size="sm">{describeState(studio)}</Text>
      </Group>
      {report && report.findings.length > 0 && (
        <List listStyleType="none" spacing="sm" aria-label={texts.list}>
          {report.findings.map((finding) => (
            <List.Item key={`${finding.code} ${finding.playbookId} ${finding.path}`}>
              <VerificationItem studio={studio} finding={finding} play={play} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

function describeState({ verification: { isRunning, report }, document, findings }: FlowEditorState): string {
  if (document.problems.length > 0 || findings.some(({ severity }) => severity === 'error')) return texts.invalid
  if (isRunning || !report) return texts.running
  const { complete, states } = report
  const what = complete ? texts.explored(states) : texts.partly(states)
  return report.findings.length === 0 && complete ? `${texts.clean} ${what}` : what
}

type ItemProps = Props & { finding: VerificationFinding }

function VerificationItem({ studio, finding, play }: ItemProps) {
  const { message, counterexample, playbookId } = finding
  const step = stepOf(finding)
  const isOwn = playbookId === studio.playbookId
  const key = isOwn && step !== undefined ? studio.document.graph.nodes[step]?.key : undefined
  const place = [
    ...(isOwn ? [] : [texts.elsewhere(studio.nameOf(playbookId))]),
    step === undefined ? texts.ofSlots : texts.at(step + 1),
  ].join(', ')
  return (
    <Stack gap={4}>
      <FindingItem finding={{ ...toLintFinding(finding), message: `${place} ${message}` }} />
      <Group gap="xs">
        {key !== undefined && (
          <Button size="compact-xs" variant="default" onClick={() => studio.openStep(key)}>
            {texts.at((step ?? 0) + 1)}
          </Button>
        )}
        {counterexample.turns.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPlay size={12} aria-hidden />}
            aria-label={texts.playOf(message)}
            onClick={() => play(finding)}
          >
            {texts.play}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function stepOf({ path }: VerificationFinding): number | undefined {
  const at = /^steps\[(\d+)\]/.exec(path)?.[1]
  return at === undefined ? undefined : Number(at)
}
