export const firstNames =
  'Ada Aisha Alejandro Amara Anika Anders Beatriz Bilal Camila Chidi Chloé Dalia Daniel Diego Elif Emeka Emre Esther Fatima Farid Gabriela Grace Hana Hiro Ibrahim Ingrid Isabel Ivan Jada Jamal Jasmine Javier Jiho Jonas Josephine José Kai Kavya Keisha Kenji Lan Laila Leilani Leo Liam Lina Luca Lucía Mai Malik Marcus María Mateo Maya Mei Mina Miriam Mohammed Naomi Nia Nikolai Nina Noah Nour Olivia Omar Oluwaseun Paolo Priya Quinn Rafael Rania Ravi Renée Rosa Sadia Samir Santiago Sara Sena Seo-yeon Sofía Søren Tariq Tessa Thandiwe Tomás Tuan Uma Valentina Viktor Wei Xiomara Yara Yusuf Zainab Zeynep Zoë'.split(
    ' ',
  );

export const lastNames =
  'Abdi Adeyemi Ahmed Alvarez Andersen Arslan Bauer Becker Begay Brown Cárdenas Castillo Chan Chaudhary Chen Cohen Costa Cruz Dang Das Diallo Díaz Dimitrov Eriksen Evans Fernández Flores Fofanah García Ghosh González Gupta Haddad Hansen Hassan Hernández Hoang Huang Hussein Ito Jackson Jensen Johnson Kaya Khan Kim Kovács Kumar Larsen Lee Lewis Li Lindqvist López Ly Mahmoud Martin Martínez Mensah Mitchell Moreno Morris Mwangi Nakamura Ndiaye Nguyen Novak Nowak O’Brien Okafor Okonkwo Ortega Osei Park Patel Peña Pereira Petrov Pham Quispe Rahman Ramírez Reyes Rivera Rossi Ruiz Sahin Saito Sánchez Santos Sato Sharma Silva Singh Smith Sokolov Tanaka Thompson Torres Tran Vargas Walker Wang Watanabe Williams Wong Yang Yazzie Yılmaz Young Zhang Ziegler'.split(
    ' ',
  );

/** Majors, and what people of each put on a resume. */
export const seedMajors = [
  {
    name: 'Computer Science',
    skills: 'TypeScript, React, PostgreSQL, Go, Docker, Python, Rust, GraphQL',
    achievements: [
      'Built a course planner used by 900 students',
      'Cut the build time of a campus app by half',
      'Wrote a compiler for a small language',
    ],
  },
  {
    name: 'Electrical Engineering',
    skills: 'Verilog, KiCad, Altium, FPGA, Embedded C, STM32, MATLAB, Signal Processing',
    achievements: [
      'Designed a four-layer board for a solar car',
      'Built a radio receiver from parts',
      'Measured the losses of a power supply',
    ],
  },
  {
    name: 'Mechanical Engineering',
    skills: 'SolidWorks, ANSYS, ROS, 3D Printing, CNC, MATLAB, Arduino, Fusion 360',
    achievements: [
      'Machined the gearbox of a rover',
      'Simulated the cooling of a battery pack',
      'Led the suspension team of the racing club',
    ],
  },
  {
    name: 'Data Science',
    skills: 'Python, pandas, PyTorch, scikit-learn, SQL, Spark, R, Tableau',
    achievements: [
      'Forecast bus delays within two minutes',
      'Cleaned ten years of weather records',
      'Explained a model to a city council',
    ],
  },
  {
    name: 'Design',
    skills: 'Figma, User Research, Prototyping, Illustrator, Accessibility, Motion Design, CSS, Typography',
    achievements: [
      'Redesigned the library’s search with its users',
      'Drew the poster series of a film festival',
      'Tested a clinic form with forty patients',
    ],
  },
  {
    name: 'Business',
    skills: 'Market Research, Excel, Financial Modeling, Sales, Product Management, SQL, Pitching, Notion',
    achievements: [
      'Ran a student café with a profit',
      'Interviewed sixty shop owners',
      'Won second place at a pitch night',
    ],
  },
  {
    name: 'Biology',
    skills: 'PCR, CRISPR, R, Bioinformatics, Microscopy, Python, Lab Safety, Statistics',
    achievements: [
      'Sequenced soil samples of three deserts',
      'Counted pollinators with a camera trap',
      'Kept a cell line alive for a year',
    ],
  },
  {
    name: 'Fashion',
    skills: 'Pattern Making, CLO 3D, Textiles, Merchandising, Photography, Trend Research, Sewing, Instagram',
    achievements: [
      'Showed a collection of twelve recycled looks',
      'Styled the campus theatre for two seasons',
      'Sold out a pop-up store in a day',
    ],
  },
  {
    name: 'Physics',
    skills: 'Python, Qiskit, MATLAB, LaTeX, Optics, Monte Carlo, C++, LabVIEW',
    achievements: [
      'Aligned a laser table for a quantum course',
      'Simulated Grover’s search on noisy qubits',
      'Built a muon detector from a thermos',
    ],
  },
  {
    name: 'Nursing',
    skills: 'Patient Care, First Aid, Spanish, Triage, Epic, Public Health, Teaching, Scheduling',
    achievements: [
      'Organized a vaccination day for 400 people',
      'Translated for families in an emergency room',
      'Wrote a guide for night shifts',
    ],
  },
].map(({ skills, ...major }) => ({ ...major, skills: skills.split(', ') }));

export const places = [
  'a robotics start-up',
  'the campus IT office',
  'a hospital lab',
  'a local bank',
  'an observatory',
  'a design studio',
  'a logistics company',
  'the university library',
];
export const schools = [
  'Arizona State University',
  'Northern Arizona University',
  'University of Arizona',
  'Mesa Community College',
  'Grand Canyon University',
  'UNAM',
];

export const reasons = [
  'I want to build something that works by Sunday noon, with people I have never met.',
  'Last year I came alone and left with a team that still meets every week.',
  'I learn fastest when there is a deadline and somebody to ask.',
  'My professor said that I should stop reading about it and start.',
  'I have an idea for the food bank where I volunteer, and I need engineers.',
  'This would be my first hackathon, and I am a little afraid of it, which is why I apply.',
  'I like the hour after midnight when everything suddenly falls into place.',
  'I would like to meet designers. I only ever meet people who do what I do.',
];

export const teamWords = {
  first:
    'Amber Borrowed Cactus Copper Desert Electric Gentle Hidden Infinite Lucky Midnight Neon Paper Quiet Restless Salty Second Sleepless Solar Static Tangerine Velvet Wandering Zero'.split(
      ' ',
    ),
  second:
    'Antelopes Bits Circuits Coyotes Foxes Hour Javelinas Kernels Lanterns Loops Moths Owls Parrots Pixels Quails Rockets Sandwiches Saguaros Signals Sparks Squad Threads Vectors Wrens'.split(
      ' ',
    ),
};

export const taglines = [
  'Finds the last bus home.',
  'Tells you which plant is thirsty.',
  'Shares what is left in the fridge with the whole floor.',
  'Reads your lecture notes aloud while you walk.',
  'A map of every quiet place on campus, kept by those who sit there.',
];
