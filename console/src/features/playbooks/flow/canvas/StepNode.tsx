import { VisuallyHidden } from '@mantine/core'
import type { FlowStep } from '@parley/definition'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import type { CSSProperties } from 'react'
import { strings } from '#i18n/flow.ts'
import { strings as proof } from '#i18n/proof.ts'
import type { Finding } from '../../../../components/Findings.tsx'
import { branchTargetsOf, stepKeyOf } from '../model/flow-graph.ts'
import { caseHeight } from '../model/flow-layout.ts'

import { stepAppearance } from '../step-appearance.tsx'
import styles from './canvas.module.css'

const { flow: texts } = strings

export type StepData = {
  step: FlowStep
  summary: string
  findings: readonly Finding[]
  trial?: 'passed' | 'waits'
  /** In a comparison: how the step differs from the other flow. */
  change?: 'added' | 'removed' | 'changed'
  heat?: { times: number; level: number }
  hasNext: boolean
  readOnly: boolean
}
export type StepFlowNode = Node<StepData, 'step'>

const firstCaseY = 40

export function StepNode({ data }: NodeProps<StepFlowNode>) {
  const { step, summary, findings, trial, change, heat, hasNext, readOnly } = data
  const kind = stepKeyOf(step)
  const { icon: Icon, color } = stepAppearance[kind]
  const ports = branchTargetsOf(step)
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={!readOnly} />
      <div
        className={styles.node}
        data-trial={trial}
        data-change={change}
        data-heat={heat?.level}
        style={{ '--kind': `var(--mantine-color-${color}-filled)` } as CSSProperties}
      >
        <div className={styles.head}>
          <Icon size={16} aria-hidden />
          {texts.kinds[kind]}
          <FindingBadge findings={findings} />
          {trial && <span className={styles.trial}>{texts[trial]}</span>}
          {change && <span className={styles.trial}>{texts.changes[change]}</span>}
          {heat && <span className={styles.trial}>{proof.coverage.times(heat.times)}</span>}
          {step.id !== undefined && <span className={styles.id}>{step.id}</span>}
        </div>
        {'branch' in step ? <Cases step={step} /> : <p className={styles.summary}>{summary}</p>}
      </div>
      {ports.map(({ port }, at) => (
        <Handle
          key={port}
          id={port}
          type="source"
          position={Position.Right}
          isConnectable={!readOnly}
          style={{ top: firstCaseY + (at + 0.5) * caseHeight }}
        />
      ))}
      {hasNext && <Handle id="next" type="source" position={Position.Bottom} isConnectable={!readOnly} />}
    </>
  )
}

function Cases({ step }: { step: Extract<FlowStep, { branch: unknown }> }) {
  return (
    <ol className={styles.cases}>
      {step.branch.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies cases
        <li key={at}>{one.if}</li>
      ))}
      {step.else !== undefined && <li>{texts.summaries.otherwise}</li>}
    </ol>
  )
}

const icons = { error: IconCircleX, warning: IconAlertTriangle, other: IconInfoCircle }

function FindingBadge({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const worst =
    (['error', 'warning'] as const).find((one) => findings.some(({ severity }) => severity === one)) ?? 'other'
  const Icon = icons[worst]
  return (
    <span className={styles.trouble} data-worst={worst} title={findings.map(({ message }) => message).join('\n')}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{texts.findings(findings.length)}</VisuallyHidden>
      <span aria-hidden>{findings.length}</span>
    </span>
  )
}

export type PillFlowNode = Node<{ label: string; isStart: boolean }, 'pill'>

/** Start and end nodes of a flow. */
export function PillNode({ data: { label, isStart } }: NodeProps<PillFlowNode>) {
  return (
    <>
      <div className={styles.pill}>{label}</div>
      {isStart ? (
        <Handle id="next" type="source" position={Position.Bottom} isConnectable={false} />
      ) : (
        <Handle type="target" position={Position.Top} isConnectable={false} />
      )}
    </>
  )
}
