import { readFileSync, readdirSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { parse, parseAllDocuments } from 'yaml'
import { imageRecipe } from '#tests/support/image_recipe'

/** One process of the service, as a file of deploy/ runs it. */
export interface ShippedPart {
  file: string
  role: string
  settings: string[]
  /** Users by number or name; none where the system makes one. */
  user: string | number
  readOnly: boolean
  stopSeconds: number
  ports: Partial<Record<'PORT' | 'WORKER_PORT', number>>
  probes: { path: string; port: number }[]
}

interface ComposeService {
  image: string
  command?: string[]
  environment?: Record<string, unknown>
  user?: string
  read_only?: boolean
  stop_grace_period?: string
  security_opt?: string[]
}

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    selector?: unknown
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
    ports?: { targetPort: string }[]
    minAvailable?: number
    replicas?: number
  }
}

interface Pod {
  enableServiceLinks: boolean
  terminationGracePeriodSeconds: number
  securityContext: { runAsUser: number; runAsNonRoot: boolean }
  containers: {
    args: string[]
    ports?: { name: string; containerPort: number }[]
    securityContext: Record<string, unknown>
    [probe: string]: unknown
  }[]
}

const read = (file: string) => readFileSync(app.makePath('deploy', file), 'utf8')
const image = imageRecipe()
const PORTS = { PORT: Number(image.env.PORT), WORKER_PORT: Number(image.env.WORKER_PORT) }
const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe']

export function composeServices(): Record<string, ComposeService> {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>
  }
  return compose.services
}

export function manifests(): { file: string; manifest: Manifest }[] {
  return readdirSync(app.makePath('deploy/kubernetes')).flatMap((name) => {
    const file = `kubernetes/${name}`
    return parseAllDocuments(read(file)).map((document) => {
      if (document.errors?.length) throw document.errors[0]
      return { file, manifest: document.toJS() as Manifest }
    })
  })
}

function composeParts(): ShippedPart[] {
  const ours = Object.values(composeServices()).filter(({ command }) => command?.length === 1)
  return ours.map((service) => ({
    file: 'compose.yaml',
    role: service.command![0]!,
    settings: Object.keys(service.environment ?? {}),
    user: service.user ?? 'root',
    readOnly: service.read_only === true,
    stopSeconds: Number.parseInt(service.stop_grace_period ?? '10s'),
    ports: PORTS,
    probes: [],
  }))
}

function unitParts(): ShippedPart[] {
  return readdirSync(app.makePath('deploy/systemd')).map((name) => {
    const file = `systemd/${name}`
    const text = read(file)
    const of = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)
    const pairs = of('Environment').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('='))
    )
    const env = Object.fromEntries(pairs) as Record<string, string>
    const [stop = '90'] = of('TimeoutStopSec')
    return {
      file,
      role: of('ExecStart')[0]!.replace(/^\/srv\/service\/deploy\/run /, ''),
      settings: Object.keys(env),
      user: of('DynamicUser')[0] === 'yes' ? 'dynamic' : (of('User')[0] ?? 'root'),
      readOnly: of('ProtectSystem')[0] === 'strict',
      stopSeconds: stop === 'infinity' ? Infinity : Number(stop),
      ports: { PORT: Number(env.PORT), WORKER_PORT: Number(env.WORKER_PORT) },
      probes: [],
    }
  })
}

function podParts(): ShippedPart[] {
  return manifests().flatMap(({ file, manifest }) => {
    const pod = manifest.spec.template?.spec
    const [container] = pod?.containers ?? []
    if (!pod || !container) return []
    const portNamed = (name: string) =>
      container.ports?.find((port) => port.name === name)?.containerPort ?? Number.NaN
    const probes = PROBES.flatMap((name) => {
      const probe = container[name] as { httpGet: { path: string; port: string } } | undefined
      return probe ? [{ path: probe.httpGet.path, port: portNamed(probe.httpGet.port) }] : []
    })
    return {
      file,
      role: container.args[0]!,
      settings: [],
      user: pod.securityContext.runAsUser,
      readOnly: container.securityContext.readOnlyRootFilesystem === true,
      stopSeconds: pod.terminationGracePeriodSeconds,
      ports: PORTS,
      probes,
    }
  })
}

/** Everything that compose, systemd and Kubernetes run of the service. */
export function shippedParts(): ShippedPart[] {
  return [...composeParts(), ...unitParts(), ...podParts()]
}
