declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options extends Request {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    requests?: (Request & { setupRequest?: (request: Request) => Request })[];
  }
  interface Histogram {
    average: number;
    p97_5: number;
    p99: number;
    max: number;
  }
  interface Result {
    requests: { average: number; total: number };
    latency: Histogram;
    duration: number;
    non2xx: number;
    errors: number;
    '2xx': number;
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: () => void): this;
  }
  export default function autocannon(options: Options): Run;
}
