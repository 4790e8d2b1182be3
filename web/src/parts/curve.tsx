// A curve that grows in steps, with what it may reach at most.
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { useState } from 'preact/hooks';

import { withThousands } from '../model/numbers';

interface Props {
  points: [number, number][]; // from left to right
  end: number; // the right edge
  required?: number;
  title: string;
  across: string; // what the axes count
  up: string;
}

const size = { width: 760, height: 300, left: 56, right: 16, top: 16, bottom: 40 };

export function Curve({ points, end, required, title, across, up }: Props) {
  const [near, setNear] = useState<number | null>(null);
  const top = Math.max(required ?? 0, ...points.map(([, value]) => value), 1);
  const x = scaleLinear([0, Math.max(end, 1)], [size.left, size.width - size.right]);
  const y = scaleLinear([0, top], [size.height - size.bottom, size.top]).nice();
  const all: [number, number][] = [[0, 0], ...points];
  const last = all[all.length - 1];
  if (last[0] < end) all.push([end, last[1]]);
  const path = line<[number, number]>((p) => x(p[0]), (p) => y(p[1])).curve(curveStepAfter)(all) ?? '';
  const ground =
    area<[number, number]>()
      .x((p) => x(p[0]))
      .y0(y(0))
      .y1((p) => y(p[1]))
      .curve(curveStepAfter)(all) ?? '';
  const find = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const wanted = x.invert(((event.clientX - box.left) / box.width) * size.width);
    let best = -1;
    points.forEach(([at], i) => {
      if (at <= wanted) best = i;
    });
    setNear(best < 0 ? null : best);
  };
  const dot = near === null ? undefined : points[near];
  return (
    <figure class="curve" style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${title}: ${withThousands(last[1])} ${up} after ${withThousands(end)} ${across}`}
        onPointerMove={find}
        onPointerLeave={() => setNear(null)}
      >
        {y.ticks(5).filter(Number.isInteger).map((tick) => (
          <g key={tick}>
            <line class="axis" x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} />
            <text class="tick" x={size.left - 8} y={y(tick) + 4} text-anchor="end">
              {withThousands(tick)}
            </text>
          </g>
        ))}
        {x.ticks(6).filter(Number.isInteger).map((tick) => (
          <text key={tick} class="tick" x={x(tick)} y={size.height - size.bottom + 18} text-anchor="middle">
            {withThousands(tick)}
          </text>
        ))}
        <text class="tick" x={size.width - size.right} y={size.height - 4} text-anchor="end">
          {across}
        </text>
        <path class="area" d={ground} />
        <path class="grown" d={path} />
        {required !== undefined && (
          <g>
            <line class="required" x1={size.left} x2={size.width - size.right} y1={y(required)} y2={y(required)} />
            <text class="tick" x={size.left + 6} y={y(required) + (y(required) < 30 ? 15 : -5)}>
              {withThousands(required)} known
            </text>
          </g>
        )}
        {dot && (
          <g>
            <circle class="dot" cx={x(dot[0])} cy={y(dot[1])} r="4.5" />
            <text
              class="tick"
              x={x(dot[0]) + (x(dot[0]) > size.width / 2 ? -8 : 8)}
              y={y(dot[1]) + 18}
              text-anchor={x(dot[0]) > size.width / 2 ? 'end' : 'start'}
            >
              {`${withThousands(dot[1])} after ${withThousands(dot[0])}`}
            </text>
          </g>
        )}
      </svg>
    </figure>
  );
}
